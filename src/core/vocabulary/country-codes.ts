/** Three-letter and two-letter code of each country. Source: ISO 3166-1; XKX is the code in use for Kosovo. */
const codes =
  'ABWAW AFGAF AGOAO AIAAI ALAAX ALBAL ANDAD AREAE ARGAR ARMAM ASMAS ATAAQ ATFTF ATGAG AUSAU AUTAT AZEAZ BDIBI BELBE ' +
  'BENBJ BESBQ BFABF BGDBD BGRBG BHRBH BHSBS BIHBA BLMBL BLRBY BLZBZ BMUBM BOLBO BRABR BRBBB BRNBN BTNBT BVTBV BWABW ' +
  'CAFCF CANCA CCKCC CHECH CHLCL CHNCN CIVCI CMRCM CODCD COGCG COKCK COLCO COMKM CPVCV CRICR CUBCU CUWCW CXRCX CYMKY ' +
  'CYPCY CZECZ DEUDE DJIDJ DMADM DNKDK DOMDO DZADZ ECUEC EGYEG ERIER ESHEH ESPES ESTEE ETHET FINFI FJIFJ FLKFK FRAFR ' +
  'FROFO FSMFM GABGA GBRGB GEOGE GGYGG GHAGH GIBGI GINGN GLPGP GMBGM GNBGW GNQGQ GRCGR GRDGD GRLGL GTMGT GUFGF GUMGU ' +
  'GUYGY HKGHK HMDHM HNDHN HRVHR HTIHT HUNHU IDNID IMNIM INDIN IOTIO IRLIE IRNIR IRQIQ ISLIS ISRIL ITAIT JAMJM JEYJE ' +
  'JORJO JPNJP KAZKZ KENKE KGZKG KHMKH KIRKI KNAKN KORKR KWTKW LAOLA LBNLB LBRLR LBYLY LCALC LIELI LKALK LSOLS LTULT ' +
  'LUXLU LVALV MACMO MAFMF MARMA MCOMC MDAMD MDGMG MDVMV MEXMX MHLMH MKDMK MLIML MLTMT MMRMM MNEME MNGMN MNPMP MOZMZ ' +
  'MRTMR MSRMS MTQMQ MUSMU MWIMW MYSMY MYTYT NAMNA NCLNC NERNE NFKNF NGANG NICNI NIUNU NLDNL NORNO NPLNP NRUNR NZLNZ ' +
  'OMNOM PAKPK PANPA PCNPN PERPE PHLPH PLWPW PNGPG POLPL PRIPR PRKKP PRTPT PRYPY PSEPS PYFPF QATQA REURE ROURO RUSRU ' +
  'RWARW SAUSA SDNSD SENSN SGPSG SGSGS SHNSH SJMSJ SLBSB SLESL SLVSV SMRSM SOMSO SPMPM SRBRS SSDSS STPST SURSR SVKSK ' +
  'SVNSI SWESE SWZSZ SXMSX SYCSC SYRSY TCATC TCDTD TGOTG THATH TJKTJ TKLTK TKMTM TLSTL TONTO TTOTT TUNTN TURTR TUVTV ' +
  'TWNTW TZATZ UGAUG UKRUA UMIUM URYUY USAUS UZBUZ VATVA VCTVC VENVE VGBVG VIRVI VNMVN VUTVU WLFWF WSMWS XKXXK YEMYE ' +
  'ZAFZA ZMBZM ZWEZW';

const twoOfThree = new Map(codes.split(' ').map((pair) => [pair.slice(0, 3), pair.slice(3)]));
const twoLetterCodes: ReadonlySet<string> = new Set(twoOfThree.values());
/** Two-letter codes of all countries. */
export const countryCodes: readonly string[] = [...twoLetterCodes];

/**
 * The two-letter code of a country for its three-letter code; other text is returned unchanged.
 * Source: OpenRTB 2.6, 3.2.19.
 */
export function countryCode(text: string): string {
  return twoOfThree.get(text.toUpperCase()) ?? text;
}

/** Reports whether a text is a two-letter country code of ISO 3166-1, in any case. */
export function isCountryCode(text: string): boolean {
  return twoLetterCodes.has(text.toUpperCase());
}

/**
 * Returns the code of a country for its English name or its three-letter code; null if there is none.
 * @example codeOfCountry('Belgium') // 'BE'
 */
export function codeOfCountry(text: string): string | null {
  const code = twoOfThree.get(text.toUpperCase());
  if (code !== undefined) return code;
  const names = new Intl.DisplayNames('en', { type: 'region' });
  const wanted = text.trim().toLowerCase();
  return [...twoLetterCodes].find((one) => names.of(one)?.toLowerCase() === wanted) ?? null;
}
