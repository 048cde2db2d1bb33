const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const frameMs = 100;
const lineMs = 10_000;

/**
 * Shows progress: a spinner on a terminal, otherwise a line every ten seconds.
 * @param {string} label operation, such as "Installing packages"
 * @param {string} hint where to find details
 * @returns {(outcome: string) => void} ends the progress with a last line
 */
export function showProgress(label, hint, output = process.stdout) {
  const startedMs = Date.now();
  const seconds = () => ((Date.now() - startedMs) / 1000).toFixed(0);
  let frame = 0;
  const spin = () => output.write(`\r\x1b[2K${frames[frame++ % frames.length]} ${label} ${seconds()} s (${hint})`);
  const report = () => output.write(`  ${label} ${seconds()} s\n`);
  if (!output.isTTY) output.write(`${label} (${hint})\n`);
  const timer = output.isTTY ? setInterval(spin, frameMs) : setInterval(report, lineMs);
  return (outcome) => {
    clearInterval(timer);
    output.write(`${output.isTTY ? '\r\x1b[2K' : ''}${outcome} (${seconds()} s)\n`);
  };
}
