// Written by `npm run messages`. Do not edit.

/** Messages without arguments. */
export type PlainMessageKey =
  | 'campaign.action.exportCsv'
  | 'campaign.action.importCsv'
  | 'campaign.action.new'
  | 'campaign.action.showAll'
  | 'campaign.label.advertiser'
  | 'campaign.label.anyHealth'
  | 'campaign.label.anyStatus'
  | 'campaign.label.anyType'
  | 'campaign.label.brand'
  | 'campaign.label.brands'
  | 'campaign.label.campaign'
  | 'campaign.label.creatives'
  | 'campaign.label.firstDay'
  | 'campaign.label.health'
  | 'campaign.label.invoiceCompany'
  | 'campaign.label.lastDay'
  | 'campaign.label.poNumber'
  | 'campaign.label.runsFrom'
  | 'campaign.label.runsUntil'
  | 'campaign.label.search'
  | 'campaign.label.status'
  | 'campaign.label.today'
  | 'campaign.label.type'
  | 'campaign.text.noCampaigns'
  | 'campaign.title.list'
  | 'campaign.title.noCampaigns'
  | 'campaign.title.noMatch'
  | 'common.action.add'
  | 'common.action.archive'
  | 'common.action.back'
  | 'common.action.cancel'
  | 'common.action.clear'
  | 'common.action.close'
  | 'common.action.confirm'
  | 'common.action.copy'
  | 'common.action.create'
  | 'common.action.delete'
  | 'common.action.download'
  | 'common.action.edit'
  | 'common.action.remove'
  | 'common.action.retry'
  | 'common.action.save'
  | 'common.action.search'
  | 'common.action.showAll'
  | 'common.action.unarchive'
  | 'common.action.undo'
  | 'common.action.upload'
  | 'common.hint.externalId'
  | 'common.label.actions'
  | 'common.label.active'
  | 'common.label.archived'
  | 'common.label.created'
  | 'common.label.date'
  | 'common.label.description'
  | 'common.label.email'
  | 'common.label.externalId'
  | 'common.label.id'
  | 'common.label.name'
  | 'common.label.no'
  | 'common.label.none'
  | 'common.label.status'
  | 'common.label.type'
  | 'common.label.unknown'
  | 'common.label.updated'
  | 'common.label.yes'
  | 'common.text.loading'
  | 'common.text.noResults'
  | 'creative.action.create'
  | 'creative.action.new'
  | 'creative.action.openPreview'
  | 'creative.action.replaceFile'
  | 'creative.action.showAll'
  | 'creative.done.approve'
  | 'creative.done.archive'
  | 'creative.done.cancel'
  | 'creative.done.pause'
  | 'creative.done.reject'
  | 'creative.done.reopen'
  | 'creative.done.resume'
  | 'creative.done.submit'
  | 'creative.done.unarchive'
  | 'creative.error.formatMissing'
  | 'creative.error.nameMissing'
  | 'creative.error.unsupportedFile'
  | 'creative.hint.altText'
  | 'creative.hint.anySize'
  | 'creative.hint.brand'
  | 'creative.hint.brandOfFiles'
  | 'creative.hint.clickUrl'
  | 'creative.hint.format'
  | 'creative.hint.formatNotBooked'
  | 'creative.hint.markup'
  | 'creative.hint.matchedByKind'
  | 'creative.hint.matchedByShape'
  | 'creative.hint.matchedBySize'
  | 'creative.hint.newVersionPending'
  | 'creative.hint.noFormat'
  | 'creative.hint.readingFile'
  | 'creative.hint.sharedClickUrl'
  | 'creative.hint.vastUrl'
  | 'creative.kind.advar'
  | 'creative.kind.audio'
  | 'creative.kind.html'
  | 'creative.kind.html5'
  | 'creative.kind.image'
  | 'creative.kind.native'
  | 'creative.kind.product'
  | 'creative.kind.vast'
  | 'creative.kind.video'
  | 'creative.label.altText'
  | 'creative.label.anyStatus'
  | 'creative.label.anyType'
  | 'creative.label.booking'
  | 'creative.label.brand'
  | 'creative.label.checks'
  | 'creative.label.clickUrl'
  | 'creative.label.creative'
  | 'creative.label.deliveredVersion'
  | 'creative.label.duration'
  | 'creative.label.file'
  | 'creative.label.fileSize'
  | 'creative.label.files'
  | 'creative.label.format'
  | 'creative.label.grid'
  | 'creative.label.hash'
  | 'creative.label.image'
  | 'creative.label.markup'
  | 'creative.label.newVersion'
  | 'creative.label.newVersionPending'
  | 'creative.label.newest'
  | 'creative.label.noIssues'
  | 'creative.label.previewFrame'
  | 'creative.label.search'
  | 'creative.label.selectFormat'
  | 'creative.label.selectImage'
  | 'creative.label.size'
  | 'creative.label.skippable'
  | 'creative.label.sortBy'
  | 'creative.label.source'
  | 'creative.label.surface'
  | 'creative.label.table'
  | 'creative.label.template'
  | 'creative.label.variants'
  | 'creative.label.vastUrl'
  | 'creative.label.version'
  | 'creative.label.versionApprovedAt'
  | 'creative.label.view'
  | 'creative.label.weight'
  | 'creative.surface.page'
  | 'creative.surface.phone'
  | 'creative.surface.screen'
  | 'creative.surface.size'
  | 'creative.text.created'
  | 'creative.text.editReviewed'
  | 'creative.text.fileReplaced'
  | 'creative.text.fileSubmitted'
  | 'creative.text.fileUrls'
  | 'creative.text.noBookings'
  | 'creative.text.noCreatives'
  | 'creative.text.previewNotCounted'
  | 'creative.text.processing'
  | 'creative.text.saved'
  | 'creative.text.selectBrand'
  | 'creative.title.bookings'
  | 'creative.title.details'
  | 'creative.title.edit'
  | 'creative.title.files'
  | 'creative.title.list'
  | 'creative.title.new'
  | 'creative.title.newVersionRejected'
  | 'creative.title.noBookings'
  | 'creative.title.noCreatives'
  | 'creative.title.noMatch'
  | 'creative.title.preview'
  | 'creative.title.product'
  | 'creative.title.rejected'
  | 'creative.title.replaceFile'
  | 'inventory.action.addField'
  | 'inventory.action.addLocation'
  | 'inventory.action.addPosition'
  | 'inventory.action.addPublication'
  | 'inventory.action.clearAsset'
  | 'inventory.action.copyCode'
  | 'inventory.action.copySlotName'
  | 'inventory.action.newFormat'
  | 'inventory.action.newPublisher'
  | 'inventory.action.showPreview'
  | 'inventory.action.viewLoop'
  | 'inventory.action.viewOnMap'
  | 'inventory.action.viewReport'
  | 'inventory.action.viewScreens'
  | 'inventory.category.display'
  | 'inventory.category.in_store'
  | 'inventory.category.sponsored_products'
  | 'inventory.fieldKind.choice'
  | 'inventory.fieldKind.image'
  | 'inventory.fieldKind.longtext'
  | 'inventory.fieldKind.number'
  | 'inventory.fieldKind.text'
  | 'inventory.fieldKind.url'
  | 'inventory.hint.advanceDownload'
  | 'inventory.hint.blockedLabels'
  | 'inventory.hint.category'
  | 'inventory.hint.choices'
  | 'inventory.hint.domains'
  | 'inventory.hint.fieldLabel'
  | 'inventory.hint.fieldName'
  | 'inventory.hint.floor'
  | 'inventory.hint.formatCode'
  | 'inventory.hint.locationCode'
  | 'inventory.hint.maxAds'
  | 'inventory.hint.maxFileSize'
  | 'inventory.hint.maxPerBrand'
  | 'inventory.hint.nameOrCode'
  | 'inventory.hint.nameOrSlotName'
  | 'inventory.hint.openingHours'
  | 'inventory.hint.parentPublisher'
  | 'inventory.hint.positionCode'
  | 'inventory.hint.publicationName'
  | 'inventory.hint.searchInventory'
  | 'inventory.hint.storedFormatCode'
  | 'inventory.hint.storedLocationCode'
  | 'inventory.hint.templateFields'
  | 'inventory.hint.templateMarkup'
  | 'inventory.hint.timeZone'
  | 'inventory.hint.venueTypes'
  | 'inventory.hint.viewersPerPlay'
  | 'inventory.label.advanceDownload'
  | 'inventory.label.any'
  | 'inventory.label.anyIssue'
  | 'inventory.label.anyMediaType'
  | 'inventory.label.anySize'
  | 'inventory.label.blockedLabels'
  | 'inventory.label.booking'
  | 'inventory.label.category'
  | 'inventory.label.choices'
  | 'inventory.label.clientType'
  | 'inventory.label.code'
  | 'inventory.label.companyName'
  | 'inventory.label.day'
  | 'inventory.label.defaultLimit'
  | 'inventory.label.domains'
  | 'inventory.label.empty'
  | 'inventory.label.emptyPlays'
  | 'inventory.label.fieldLabel'
  | 'inventory.label.floor'
  | 'inventory.label.format'
  | 'inventory.label.formats'
  | 'inventory.label.height'
  | 'inventory.label.inventory'
  | 'inventory.label.issue'
  | 'inventory.label.lastSeen'
  | 'inventory.label.latitude'
  | 'inventory.label.location'
  | 'inventory.label.locations'
  | 'inventory.label.longitude'
  | 'inventory.label.loopLength'
  | 'inventory.label.loopStart'
  | 'inventory.label.loops'
  | 'inventory.label.max'
  | 'inventory.label.maxAds'
  | 'inventory.label.maxFileSize'
  | 'inventory.label.maxFileSizeKilobytes'
  | 'inventory.label.maxLength'
  | 'inventory.label.maxPerBrand'
  | 'inventory.label.mediaType'
  | 'inventory.label.min'
  | 'inventory.label.minLength'
  | 'inventory.label.missingFiles'
  | 'inventory.label.nativeAsset'
  | 'inventory.label.noRequests'
  | 'inventory.label.openingHours'
  | 'inventory.label.orientation'
  | 'inventory.label.parentPublisher'
  | 'inventory.label.playRecords'
  | 'inventory.label.plays'
  | 'inventory.label.position'
  | 'inventory.label.positions'
  | 'inventory.label.publication'
  | 'inventory.label.publications'
  | 'inventory.label.publisher'
  | 'inventory.label.publishers'
  | 'inventory.label.report'
  | 'inventory.label.requestsPerDay'
  | 'inventory.label.required'
  | 'inventory.label.screen'
  | 'inventory.label.screens'
  | 'inventory.label.searchFormats'
  | 'inventory.label.searchInventory'
  | 'inventory.label.searchNames'
  | 'inventory.label.shareOfPlays'
  | 'inventory.label.size'
  | 'inventory.label.slot'
  | 'inventory.label.slotLength'
  | 'inventory.label.slotName'
  | 'inventory.label.templateFields'
  | 'inventory.label.templateMarkup'
  | 'inventory.label.time'
  | 'inventory.label.timeZone'
  | 'inventory.label.tree'
  | 'inventory.label.venueTypes'
  | 'inventory.label.viewersPerPlay'
  | 'inventory.label.width'
  | 'inventory.locationKind.app'
  | 'inventory.locationKind.page'
  | 'inventory.locationKind.screen'
  | 'inventory.locationKind.shelf'
  | 'inventory.mediaType.audio'
  | 'inventory.mediaType.banner'
  | 'inventory.mediaType.native'
  | 'inventory.mediaType.stack'
  | 'inventory.mediaType.video'
  | 'inventory.orientation.landscape'
  | 'inventory.orientation.portrait'
  | 'inventory.screenCondition.files_missing'
  | 'inventory.screenCondition.healthy'
  | 'inventory.screenCondition.not_seen'
  | 'inventory.screenCondition.records_changed'
  | 'inventory.screenCondition.wrong_clock'
  | 'inventory.screenConditionHint.files_missing'
  | 'inventory.screenConditionHint.healthy'
  | 'inventory.screenConditionHint.not_seen'
  | 'inventory.screenConditionHint.records_changed'
  | 'inventory.screenConditionHint.wrong_clock'
  | 'inventory.screenFact.closed'
  | 'inventory.screenFact.open'
  | 'inventory.snippet.downloads'
  | 'inventory.snippet.fetch'
  | 'inventory.snippet.get'
  | 'inventory.snippet.iframe'
  | 'inventory.snippet.prebid'
  | 'inventory.snippet.script'
  | 'inventory.snippet.stack'
  | 'inventory.snippet.vast'
  | 'inventory.snippetHint.downloads'
  | 'inventory.snippetHint.fetch'
  | 'inventory.snippetHint.get'
  | 'inventory.snippetHint.iframe'
  | 'inventory.snippetHint.prebid'
  | 'inventory.snippetHint.script'
  | 'inventory.snippetHint.stack'
  | 'inventory.snippetHint.vast'
  | 'inventory.text.archiveFormat'
  | 'inventory.text.archiveLocation'
  | 'inventory.text.archivePosition'
  | 'inventory.text.archivePublication'
  | 'inventory.text.archivePublisher'
  | 'inventory.text.formats'
  | 'inventory.text.inventory'
  | 'inventory.text.loop'
  | 'inventory.text.moveSlider'
  | 'inventory.text.noFormats'
  | 'inventory.text.noInventory'
  | 'inventory.text.noMatch'
  | 'inventory.text.noPreview'
  | 'inventory.text.noScreenSelected'
  | 'inventory.text.noScreens'
  | 'inventory.text.screens'
  | 'inventory.text.screensHealthy'
  | 'inventory.text.screensOf'
  | 'inventory.text.searchScope'
  | 'inventory.title.formats'
  | 'inventory.title.integrationCode'
  | 'inventory.title.inventory'
  | 'inventory.title.issues'
  | 'inventory.title.loop'
  | 'inventory.title.noFormats'
  | 'inventory.title.noInventory'
  | 'inventory.title.noScreenSelected'
  | 'inventory.title.noScreens'
  | 'inventory.title.playsPerBooking'
  | 'inventory.title.preview'
  | 'inventory.title.screenClosed'
  | 'inventory.title.screens'
  | 'inventory.title.screensHealthy'
  | 'inventory.title.screensNeedingAttention'
  | 'labels.assumptionHint.APPROVED'
  | 'labels.assumptionHint.CAPS_LEFT_OUT'
  | 'labels.assumptionHint.CREATIVES_FIT'
  | 'labels.assumptionHint.NO_REQUESTS_RECORDED'
  | 'labels.assumptionHint.TARGETING_NOT_RECORDED'
  | 'labels.bookedInventory.none'
  | 'labels.bookingType.display'
  | 'labels.bookingType.in_store'
  | 'labels.bookingType.sponsored_products'
  | 'labels.campaignType.campaign'
  | 'labels.campaignType.offer'
  | 'labels.campaignType.option'
  | 'labels.capPeriod.day'
  | 'labels.capPeriod.hour'
  | 'labels.capPeriod.life'
  | 'labels.capPeriod.request'
  | 'labels.capSubject.first_party'
  | 'labels.capSubject.household'
  | 'labels.capSubject.screen'
  | 'labels.capSubject.session'
  | 'labels.capSubject.store'
  | 'labels.capSubject.viewer'
  | 'labels.capSubjectHint.first_party'
  | 'labels.capSubjectHint.household'
  | 'labels.capSubjectHint.screen'
  | 'labels.capSubjectHint.session'
  | 'labels.capSubjectHint.store'
  | 'labels.capSubjectHint.viewer'
  | 'labels.competitorLoss.CLAIM_COMES_FIRST'
  | 'labels.competitorLoss.EXCLUSION_LABEL'
  | 'labels.competitorLoss.FILL_NOT_NEEDED'
  | 'labels.competitorLoss.LOST_BY_SHARE'
  | 'labels.counter.clicks'
  | 'labels.counter.impressions'
  | 'labels.counter.viewables'
  | 'labels.creativeState.approved'
  | 'labels.creativeState.archived'
  | 'labels.creativeState.pending_review'
  | 'labels.creativeState.processing'
  | 'labels.creativeState.rejected'
  | 'labels.creativeState.suspended'
  | 'labels.creativeStateHint.approved'
  | 'labels.creativeStateHint.archived'
  | 'labels.creativeStateHint.pending_review'
  | 'labels.creativeStateHint.processing'
  | 'labels.creativeStateHint.rejected'
  | 'labels.creativeStateHint.suspended'
  | 'labels.deliveryMethod.asap'
  | 'labels.deliveryMethod.even'
  | 'labels.deliveryMethod.fill'
  | 'labels.deliveryMethod.share'
  | 'labels.deliveryMethod.share_of_voice'
  | 'labels.deliveryMethodHint.asap'
  | 'labels.deliveryMethodHint.even'
  | 'labels.deliveryMethodHint.fill'
  | 'labels.deliveryMethodHint.share'
  | 'labels.deliveryMethodHint.share_of_voice'
  | 'labels.format.everyDay'
  | 'labels.format.none'
  | 'labels.format.openEnded'
  | 'labels.goal.clicks'
  | 'labels.goal.impressions'
  | 'labels.goal.plays'
  | 'labels.goal.spend'
  | 'labels.goal.views'
  | 'labels.health.at_risk'
  | 'labels.health.critical'
  | 'labels.health.ok'
  | 'labels.healthHint.at_risk'
  | 'labels.healthHint.critical'
  | 'labels.healthHint.ok'
  | 'labels.priceModel.cpc'
  | 'labels.priceModel.cpd'
  | 'labels.priceModel.cpm'
  | 'labels.priceModel.flat'
  | 'labels.reason.AFTER_END'
  | 'labels.reason.ALREADY_IN_REQUEST'
  | 'labels.reason.BEFORE_START'
  | 'labels.reason.BEHIND_GOAL'
  | 'labels.reason.BELOW_FLOOR'
  | 'labels.reason.BOOKING_HELD'
  | 'labels.reason.BOOKING_NOT_APPROVED'
  | 'labels.reason.BOOKING_PAUSED'
  | 'labels.reason.BRAND_LIMIT_REACHED'
  | 'labels.reason.BUDGET_SPENT'
  | 'labels.reason.CAMPAIGN_EXPIRED'
  | 'labels.reason.CAMPAIGN_NOT_DELIVERING'
  | 'labels.reason.CAP_REACHED'
  | 'labels.reason.CONSENT_MISSING'
  | 'labels.reason.CREATIVE_NOT_APPROVED'
  | 'labels.reason.DAY_NOT_ACTIVE'
  | 'labels.reason.EXCLUSION_LABEL'
  | 'labels.reason.FILL_NOT_NEEDED'
  | 'labels.reason.GOAL_REACHED'
  | 'labels.reason.LABEL_BLOCKED'
  | 'labels.reason.NO_CREATIVE'
  | 'labels.reason.NO_DELIVERY'
  | 'labels.reason.NO_FITTING_CREATIVE'
  | 'labels.reason.NO_POSITION'
  | 'labels.reason.NO_REQUESTS'
  | 'labels.reason.OUTSIDE_DAY_PART'
  | 'labels.reason.OVERBOOKED_POSITION'
  | 'labels.reason.PACED'
  | 'labels.reason.POSITION_NOT_BOOKED'
  | 'labels.reason.PRODUCTS_SOLD_OUT'
  | 'labels.reason.REQUEST_TERMS_NOT_MET'
  | 'labels.reason.TARGETING_NOT_MET'
  | 'labels.reasonAction.AFTER_END'
  | 'labels.reasonAction.ALREADY_IN_REQUEST'
  | 'labels.reasonAction.BEFORE_START'
  | 'labels.reasonAction.BEHIND_GOAL'
  | 'labels.reasonAction.BELOW_FLOOR'
  | 'labels.reasonAction.BOOKING_HELD'
  | 'labels.reasonAction.BOOKING_NOT_APPROVED'
  | 'labels.reasonAction.BOOKING_PAUSED'
  | 'labels.reasonAction.BRAND_LIMIT_REACHED'
  | 'labels.reasonAction.BUDGET_SPENT'
  | 'labels.reasonAction.CAMPAIGN_EXPIRED'
  | 'labels.reasonAction.CAMPAIGN_NOT_DELIVERING'
  | 'labels.reasonAction.CAP_REACHED'
  | 'labels.reasonAction.CONSENT_MISSING'
  | 'labels.reasonAction.CREATIVE_NOT_APPROVED'
  | 'labels.reasonAction.DAY_NOT_ACTIVE'
  | 'labels.reasonAction.EXCLUSION_LABEL'
  | 'labels.reasonAction.FILL_NOT_NEEDED'
  | 'labels.reasonAction.GOAL_REACHED'
  | 'labels.reasonAction.LABEL_BLOCKED'
  | 'labels.reasonAction.NO_CREATIVE'
  | 'labels.reasonAction.NO_DELIVERY'
  | 'labels.reasonAction.NO_FITTING_CREATIVE'
  | 'labels.reasonAction.NO_POSITION'
  | 'labels.reasonAction.NO_REQUESTS'
  | 'labels.reasonAction.OUTSIDE_DAY_PART'
  | 'labels.reasonAction.OVERBOOKED_POSITION'
  | 'labels.reasonAction.PACED'
  | 'labels.reasonAction.POSITION_NOT_BOOKED'
  | 'labels.reasonAction.PRODUCTS_SOLD_OUT'
  | 'labels.reasonAction.REQUEST_TERMS_NOT_MET'
  | 'labels.reasonAction.TARGETING_NOT_MET'
  | 'labels.resourceType.audit-entries'
  | 'labels.resourceType.bookings'
  | 'labels.resourceType.brands'
  | 'labels.resourceType.campaigns'
  | 'labels.resourceType.conversions'
  | 'labels.resourceType.creative-versions'
  | 'labels.resourceType.creatives'
  | 'labels.resourceType.destination-connections'
  | 'labels.resourceType.erasures'
  | 'labels.resourceType.identity-providers'
  | 'labels.resourceType.imports'
  | 'labels.resourceType.inventory/format'
  | 'labels.resourceType.inventory/location'
  | 'labels.resourceType.inventory/position'
  | 'labels.resourceType.inventory/publication'
  | 'labels.resourceType.inventory/publisher'
  | 'labels.resourceType.media-partner-roles'
  | 'labels.resourceType.media-partners'
  | 'labels.resourceType.products'
  | 'labels.resourceType.report-schedules'
  | 'labels.resourceType.revisions'
  | 'labels.resourceType.segment-deliveries'
  | 'labels.resourceType.segments'
  | 'labels.resourceType.service-accounts'
  | 'labels.resourceType.settings'
  | 'labels.resourceType.user-identities'
  | 'labels.resourceType.users'
  | 'labels.resourceType.webhook-deliveries'
  | 'labels.resourceType.webhooks'
  | 'labels.role.admin'
  | 'labels.role.advertiser'
  | 'labels.role.manager'
  | 'labels.role.reviewer'
  | 'labels.role.viewer'
  | 'labels.roleHint.admin'
  | 'labels.roleHint.advertiser'
  | 'labels.roleHint.manager'
  | 'labels.roleHint.reviewer'
  | 'labels.roleHint.viewer'
  | 'labels.status.archived'
  | 'labels.status.cancelled'
  | 'labels.status.draft'
  | 'labels.status.finished'
  | 'labels.status.held'
  | 'labels.status.not_ready'
  | 'labels.status.paused'
  | 'labels.status.pending_approval'
  | 'labels.status.planned'
  | 'labels.status.rejected'
  | 'labels.status.running'
  | 'labels.statusHint.archived'
  | 'labels.statusHint.cancelled'
  | 'labels.statusHint.draft'
  | 'labels.statusHint.finished'
  | 'labels.statusHint.held'
  | 'labels.statusHint.not_ready'
  | 'labels.statusHint.paused'
  | 'labels.statusHint.pending_approval'
  | 'labels.statusHint.planned'
  | 'labels.statusHint.rejected'
  | 'labels.statusHint.running'
  | 'labels.targetingFact.browser'
  | 'labels.targetingFact.category'
  | 'labels.targetingFact.city'
  | 'labels.targetingFact.consent'
  | 'labels.targetingFact.country'
  | 'labels.targetingFact.device'
  | 'labels.targetingFact.keyword'
  | 'labels.targetingFact.language'
  | 'labels.targetingFact.os'
  | 'labels.targetingFact.postalCode'
  | 'labels.targetingFact.product'
  | 'labels.targetingFact.region'
  | 'labels.targetingFact.segment'
  | 'labels.unknownViewer.serve'
  | 'labels.unknownViewer.skip'
  | 'labels.weekday.fri'
  | 'labels.weekday.mon'
  | 'labels.weekday.sat'
  | 'labels.weekday.sun'
  | 'labels.weekday.thu'
  | 'labels.weekday.tue'
  | 'labels.weekday.wed'
  | 'problem.detail.callerArchived'
  | 'problem.detail.configurationGone'
  | 'problem.detail.connectionClosed'
  | 'problem.detail.cursorExpired'
  | 'problem.detail.databaseStarting'
  | 'problem.detail.fileNotFound'
  | 'problem.detail.foreignPage'
  | 'problem.detail.identityTaken'
  | 'problem.detail.imagesAsMultipart'
  | 'problem.detail.linkExpired'
  | 'problem.detail.noLoop'
  | 'problem.detail.noPreferences'
  | 'problem.detail.noSecrets'
  | 'problem.detail.nothingPublished'
  | 'problem.detail.offersByOperations'
  | 'problem.detail.oneHost'
  | 'problem.detail.onlyFile'
  | 'problem.detail.outOfRange'
  | 'problem.detail.ownSubmission'
  | 'problem.detail.partTooLong'
  | 'problem.detail.positionNotPublished'
  | 'problem.detail.renditionNotFound'
  | 'problem.detail.ruleViolated'
  | 'problem.detail.segmentCodeImmutable'
  | 'problem.detail.sendIfMatch'
  | 'problem.detail.skuImmutable'
  | 'problem.detail.slotNameTaken'
  | 'problem.detail.tooManyImages'
  | 'problem.detail.uploadNotFound'
  | 'problem.detail.uploadsFull'
  | 'problem.detail.validityByOperations'
  | 'problem.field.afterFrom'
  | 'problem.field.afterFromMinute'
  | 'problem.field.afterParameterFrom'
  | 'problem.field.afterStartDate'
  | 'problem.field.base64url'
  | 'problem.field.belowDuration'
  | 'problem.field.bookingOrDraft'
  | 'problem.field.boolean'
  | 'problem.field.brokenMultipart'
  | 'problem.field.bucketName'
  | 'problem.field.campaignImmutable'
  | 'problem.field.codeCharacters'
  | 'problem.field.creativePartRequired'
  | 'problem.field.currency'
  | 'problem.field.cursor'
  | 'problem.field.dateTime'
  | 'problem.field.decimal'
  | 'problem.field.decisionId'
  | 'problem.field.degrees'
  | 'problem.field.duplicateCap'
  | 'problem.field.duplicateFile'
  | 'problem.field.email'
  | 'problem.field.empty'
  | 'problem.field.feedFormatRequired'
  | 'problem.field.fieldName'
  | 'problem.field.filePartRequired'
  | 'problem.field.fileRequiredPlain'
  | 'problem.field.fullReachOnly'
  | 'problem.field.hex16'
  | 'problem.field.hostName'
  | 'problem.field.hours24'
  | 'problem.field.httpUrl'
  | 'problem.field.httpUrlNoSpaces'
  | 'problem.field.httpUrlPlain'
  | 'problem.field.immutable'
  | 'problem.field.inFuture'
  | 'problem.field.integer'
  | 'problem.field.issuerUrl'
  | 'problem.field.list'
  | 'problem.field.max400Days'
  | 'problem.field.mediaEntries'
  | 'problem.field.mediaType'
  | 'problem.field.minHour'
  | 'problem.field.multipleOfSlot'
  | 'problem.field.noBody'
  | 'problem.field.noControl'
  | 'problem.field.noCreativeOrigin'
  | 'problem.field.noDuplicates'
  | 'problem.field.noMailServer'
  | 'problem.field.noNul'
  | 'problem.field.noParentPath'
  | 'problem.field.noUserOrFragment'
  | 'problem.field.notEmpty'
  | 'problem.field.notForRequestCap'
  | 'problem.field.notForThisKind'
  | 'problem.field.notJson'
  | 'problem.field.notWithCreate'
  | 'problem.field.notWithMappings'
  | 'problem.field.notWithOffset'
  | 'problem.field.notWithPlays'
  | 'problem.field.number'
  | 'problem.field.object'
  | 'problem.field.onlyForReject'
  | 'problem.field.onlyOfferOrOption'
  | 'problem.field.onlyScreens'
  | 'problem.field.onlyToFalse'
  | 'problem.field.openidScope'
  | 'problem.field.passwordFromName'
  | 'problem.field.passwordTooWeak'
  | 'problem.field.path'
  | 'problem.field.positive'
  | 'problem.field.publisherCycle'
  | 'problem.field.recipients'
  | 'problem.field.referenceNotFound'
  | 'problem.field.region'
  | 'problem.field.repeatedPart'
  | 'problem.field.required'
  | 'problem.field.requiredForBannerTemplate'
  | 'problem.field.requiredForBucket'
  | 'problem.field.requiredForEvenGoal'
  | 'problem.field.requiredForFolder'
  | 'problem.field.requiredForPatch'
  | 'problem.field.requiredMonthly'
  | 'problem.field.requiredWeekly'
  | 'problem.field.requiredWithEndpoint'
  | 'problem.field.requiredWithoutMappings'
  | 'problem.field.reservedName'
  | 'problem.field.sameMediaPartner'
  | 'problem.field.scopeNoSpaces'
  | 'problem.field.sendAsFile'
  | 'problem.field.slotNameTaken'
  | 'problem.field.spendGoalAmount'
  | 'problem.field.sponsoredFormat'
  | 'problem.field.string'
  | 'problem.field.taken'
  | 'problem.field.timeZone'
  | 'problem.field.tooDeep'
  | 'problem.field.twoDecimals'
  | 'problem.field.typeImmutable'
  | 'problem.field.uniqueKid'
  | 'problem.field.unknownField'
  | 'problem.field.unknownPart'
  | 'problem.field.unsupportedKey'
  | 'problem.field.uploadId'
  | 'problem.field.uploadNotFound'
  | 'problem.field.withinLoop'
  | 'problem.field.yearRange'
  | 'problem.title.action_not_allowed'
  | 'problem.title.already_exists'
  | 'problem.title.archived'
  | 'problem.title.authentication_required'
  | 'problem.title.body_too_large'
  | 'problem.title.checks_failed'
  | 'problem.title.checksum_mismatch'
  | 'problem.title.cross_site_request'
  | 'problem.title.headers_too_large'
  | 'problem.title.http_version_not_supported'
  | 'problem.title.idempotency_key_reused'
  | 'problem.title.in_use'
  | 'problem.title.insufficient_scope'
  | 'problem.title.internal_error'
  | 'problem.title.invalid_request'
  | 'problem.title.malformed_json'
  | 'problem.title.malformed_request'
  | 'problem.title.method_not_allowed'
  | 'problem.title.no_longer_kept'
  | 'problem.title.not_found'
  | 'problem.title.not_permitted'
  | 'problem.title.precondition_required'
  | 'problem.title.request_in_progress'
  | 'problem.title.request_timeout'
  | 'problem.title.stale_version'
  | 'problem.title.store_unavailable'
  | 'problem.title.too_many_requests'
  | 'problem.title.too_many_uploads'
  | 'problem.title.unavailable'
  | 'problem.title.unsupported_media_type'
  | 'problem.title.unsupported_upload_protocol'
  | 'problem.title.upload_incomplete'
  | 'problem.title.upload_moved'
  | 'signIn.action.changePassword'
  | 'signIn.action.home'
  | 'signIn.action.signIn'
  | 'signIn.action.signOut'
  | 'signIn.action.signOutEverywhere'
  | 'signIn.action.staySignedIn'
  | 'signIn.error.accountArchived'
  | 'signIn.error.invalidResponse'
  | 'signIn.error.passwordFromName'
  | 'signIn.error.signInExpired'
  | 'signIn.error.unknownProvider'
  | 'signIn.error.weakPassword'
  | 'signIn.error.wrongCredentials'
  | 'signIn.error.wrongCurrentPassword'
  | 'signIn.label.currentPassword'
  | 'signIn.label.email'
  | 'signIn.label.password'
  | 'signIn.label.passwordOptional'
  | 'signIn.text.passwordChanged'
  | 'signIn.text.signedIn'
  | 'signIn.text.signedOut'
  | 'signIn.text.signedOutEverywhere'
  | 'signIn.title.account'
  | 'signIn.title.accountArchived'
  | 'signIn.title.changePassword'
  | 'signIn.title.emailTaken'
  | 'signIn.title.internalError'
  | 'signIn.title.noVerifiedEmail'
  | 'signIn.title.signInExpired'
  | 'signIn.title.signOut'
  | 'signIn.title.unavailable'
  | 'signIn.title.unknownProvider';

/** Messages with arguments, and the type of each argument. */
export type MessageArguments = {
  'campaign.text.timeZone': { readonly timeZone: string | number };
  'creative.action.clearField': { readonly field: string | number };
  'creative.action.removeFile': { readonly file: string | number };
  'creative.action.stopUpload': { readonly file: string | number };
  'creative.action.uploadFiles': { readonly count: number };
  'creative.error.noFormatForKind': { readonly kind: string | number };
  'creative.error.noFormatOfSize': { readonly size: string | number };
  'creative.error.wrongKind': { readonly kind: string | number };
  'creative.hint.replacementFile': { readonly kind: string | number };
  'creative.hint.uploadFiles': { readonly size: string | number };
  'creative.label.formatOf': { readonly file: string | number };
  'creative.label.nameOf': { readonly file: string | number };
  'creative.label.uploadOf': { readonly file: string | number };
  'creative.text.checkError': { readonly message: string | number };
  'creative.text.checkWarning': { readonly message: string | number };
  'creative.text.issues': { readonly count: number };
  'creative.text.kindAndId': { readonly id: string | number; readonly kind: string | number };
  'creative.text.product': { readonly name: string | number };
  'creative.text.seconds': { readonly seconds: number };
  'creative.text.sentOf': { readonly sent: string | number; readonly total: string | number };
  'creative.text.skipAfter': { readonly seconds: number };
  'creative.text.submitted': { readonly time: string | number };
  'creative.text.variants': { readonly count: number; readonly max: number; readonly min: number; readonly size: string | number };
  'creative.text.variantsOfWidth': { readonly count: number; readonly size: string | number; readonly width: number };
  'inventory.action.addLocationTo': { readonly name: string | number };
  'inventory.action.addPositionTo': { readonly name: string | number };
  'inventory.action.addPublicationTo': { readonly name: string | number };
  'inventory.action.collapse': { readonly name: string | number };
  'inventory.action.copy': { readonly text: string | number };
  'inventory.action.expand': { readonly name: string | number };
  'inventory.action.removeField': { readonly number: string | number };
  'inventory.hint.slotName': { readonly slotName: string | number };
  'inventory.label.bookingId': { readonly id: string | number };
  'inventory.label.field': { readonly number: string | number };
  'inventory.label.heightOnly': { readonly height: string | number };
  'inventory.label.hour': { readonly hour: string | number };
  'inventory.label.positionId': { readonly id: string | number };
  'inventory.label.viewersInHour': { readonly from: string | number; readonly to: string | number };
  'inventory.label.widthOnly': { readonly width: string | number };
  'inventory.loopProblem.caps_not_applied': { readonly booking: string | number; readonly loops: number };
  'inventory.loopProblem.gap': { readonly booking: string | number; readonly loops: number };
  'inventory.loopProblem.no_offline_media': { readonly booking: string | number };
  'inventory.loopProblem.overbooked': { readonly booking: string | number; readonly loops: number; readonly missed: number };
  'inventory.loopProblem.separation': { readonly booking: string | number; readonly loops: number; readonly other: string | number };
  'inventory.loopProblem.separationOfUnknown': { readonly booking: string | number; readonly loops: number };
  'inventory.proofFinding.altered': { readonly count: number; readonly from: number; readonly to: number };
  'inventory.proofFinding.edited': { readonly count: number; readonly from: number; readonly to: number };
  'inventory.proofFinding.missing': { readonly count: number; readonly from: number; readonly to: number };
  'inventory.proofFinding.reordered': { readonly count: number; readonly from: number; readonly to: number };
  'inventory.screenFact.loop': { readonly seconds: number };
  'inventory.screenFact.openUntil': { readonly time: string | number };
  'inventory.screenFact.slot': { readonly seconds: number };
  'inventory.text.clockOff': { readonly direction: string; readonly minutes: number };
  'inventory.text.firstOf': { readonly shown: number; readonly total: number };
  'inventory.text.loopCount': { readonly count: number; readonly seconds: number };
  'inventory.text.moreLocations': { readonly count: number };
  'inventory.text.morePositions': { readonly count: number };
  'inventory.text.playsComplete': { readonly count: number };
  'inventory.text.playsIncomplete': { readonly count: number; readonly last: number; readonly verified: number };
  'inventory.text.preview': { readonly revision: string | number };
  'inventory.text.requestsPerDay': { readonly count: string | number; readonly requests: number };
  'inventory.text.screenClosed': { readonly date: string | number };
  'inventory.text.seconds': { readonly seconds: number };
  'inventory.title.loopAt': { readonly time: string | number };
  'inventory.title.loopOf': { readonly position: string | number };
  'inventory.title.noResults': { readonly search: string | number };
  'inventory.title.playsOfLoopAt': { readonly time: string | number };
  'inventory.title.screensOf': { readonly position: string | number };
  'labels.bookedInventory.locations': { readonly count: number };
  'labels.bookedInventory.positions': { readonly count: number };
  'labels.bookedInventory.publications': { readonly count: number };
  'labels.bookedInventory.publishers': { readonly count: number };
  'labels.cap.perRequest': { readonly count: number };
  'labels.cap.perSubject': { readonly count: number; readonly period: string; readonly subject: string; readonly unknown: string };
  'labels.format.countedToday': { readonly today: number; readonly total: number };
  'problem.detail.actionNotAllowed': { readonly action: string | number; readonly status: string | number };
  'problem.detail.allowedMethods': { readonly methods: string | number };
  'problem.detail.archived': { readonly id: string | number; readonly object: string | number };
  'problem.detail.callLimit': { readonly limit: number; readonly seconds: number };
  'problem.detail.callerLacks': { readonly scopes: string | number };
  'problem.detail.decisionNotFound': { readonly id: string | number };
  'problem.detail.dependencyArchived': { readonly id: string | number; readonly object: string | number };
  'problem.detail.eventsGone': { readonly days: string | number };
  'problem.detail.importRunning': { readonly id: string | number };
  'problem.detail.inUse': { readonly id: string | number; readonly list: string | number; readonly object: string | number };
  'problem.detail.inUseHidden': { readonly id: string | number; readonly object: string | number };
  'problem.detail.invalidIfMatch': { readonly given: string | number };
  'problem.detail.invalidTokenLimit': { readonly limit: number; readonly seconds: number };
  'problem.detail.lastAdministrator': { readonly email: string | number };
  'problem.detail.maxSchedules': { readonly count: string | number };
  'problem.detail.maxWebhooks': { readonly count: string | number };
  'problem.detail.missingScope': { readonly scopes: string | number };
  'problem.detail.noPath': { readonly path: string | number };
  'problem.detail.notFound': { readonly id: string | number; readonly object: string | number };
  'problem.detail.notMapped': { readonly object: string | number };
  'problem.detail.operationsOnly': { readonly action: string | number };
  'problem.detail.revisionGone': { readonly newest: string | number; readonly oldest: string | number; readonly revision: string | number };
  'problem.detail.sendChangeHeader': { readonly header: string | number };
  'problem.detail.sendType': { readonly type: string | number };
  'problem.detail.staleVersion': { readonly given: string | number; readonly version: string | number };
  'problem.detail.undoByOperations': { readonly action: string | number };
  'problem.detail.unreadable': { readonly reason: string | number };
  'problem.detail.uploadIncomplete': { readonly received: number; readonly total: number };
  'problem.detail.uploadTooLong': { readonly bytes: string | number };
  'problem.field.actionNotFor': { readonly action: string | number; readonly kind: string | number };
  'problem.field.allowedDomains': { readonly domains: string | number };
  'problem.field.allowedParts': { readonly parts: string | number };
  'problem.field.brandInUse': { readonly bookingId: string | number; readonly brandId: string | number };
  'problem.field.builtInCategories': { readonly categories: string | number };
  'problem.field.categoryInUse': { readonly category: string | number; readonly id: string | number };
  'problem.field.checksumHeader': { readonly algorithms: string | number };
  'problem.field.code': { readonly example: string | number };
  'problem.field.countryCode': { readonly example: string | number; readonly value: string | number };
  'problem.field.creativeOfOtherBrand': { readonly brandId: string | number; readonly id: string | number };
  'problem.field.date': { readonly example: string | number };
  'problem.field.domainTaken': { readonly domain: string | number; readonly id: string | number; readonly name: string | number };
  'problem.field.duplicateOfField': { readonly value: string | number };
  'problem.field.exactlyOneOf': { readonly fields: string | number };
  'problem.field.fieldFileRequired': { readonly example: string | number };
  'problem.field.fileRequired': { readonly kind: string | number };
  'problem.field.foreignBrand': { readonly id: string | number };
  'problem.field.formatWithoutTemplate': { readonly kind: string | number };
  'problem.field.funnelRange': { readonly days: string | number };
  'problem.field.idCharacters': { readonly characters: string | number; readonly max: string | number };
  'problem.field.integerRange': { readonly max: string | number; readonly min: string | number };
  'problem.field.labelCharacters': { readonly max: string | number };
  'problem.field.max': { readonly max: string | number };
  'problem.field.maxBytes': { readonly bytes: number };
  'problem.field.maxCharacters': { readonly count: number };
  'problem.field.maxConditions': { readonly count: number };
  'problem.field.maxEntries': { readonly count: number };
  'problem.field.maxFiles': { readonly count: string | number };
  'problem.field.maxImages': { readonly count: number };
  'problem.field.maxLevels': { readonly count: number };
  'problem.field.min': { readonly min: string | number };
  'problem.field.minBits': { readonly bits: string | number };
  'problem.field.minCharacters': { readonly count: number };
  'problem.field.minEntries': { readonly count: number };
  'problem.field.minInteger': { readonly min: string | number };
  'problem.field.missingRole': { readonly id: string | number; readonly role: string | number };
  'problem.field.noActions': { readonly kind: string | number };
  'problem.field.noRoomForKeywords': { readonly count: string | number };
  'problem.field.notBelow': { readonly field: string | number };
  'problem.field.notForKind': { readonly kind: string | number };
  'problem.field.notForMediaType': { readonly mediaType: string | number };
  'problem.field.notForMethod': { readonly method: string | number };
  'problem.field.notInBulk': { readonly path: string | number };
  'problem.field.notPlayableOffline': { readonly id: string | number; readonly slotName: string | number };
  'problem.field.notWithAction': { readonly action: string | number; readonly kind: string | number };
  'problem.field.numberRange': { readonly max: string | number; readonly min: string | number };
  'problem.field.objectArchived': { readonly id: string | number; readonly object: string | number };
  'problem.field.objectNotFound': { readonly id: string | number; readonly object: string | number };
  'problem.field.oneOf': { readonly values: string | number };
  'problem.field.oneRequired': { readonly fields: string | number };
  'problem.field.onlyBookingType': { readonly type: string | number };
  'problem.field.onlyForMethod': { readonly method: string | number };
  'problem.field.onlyKinds': { readonly kinds: string | number };
  'problem.field.ownAddressOnly': { readonly address: string | number };
  'problem.field.pricingCurrency': { readonly currency: string | number };
  'problem.field.productOfOtherBrand': { readonly brandId: string | number; readonly id: string | number };
  'problem.field.publicSuffix': { readonly domain: string | number };
  'problem.field.requiredForKind': { readonly kind: string | number };
  'problem.field.requiredForMethod': { readonly method: string | number };
  'problem.field.requiredWithoutFile': { readonly kind: string | number };
  'problem.field.skipAfterDuration': { readonly durationMs: string | number; readonly skipAfterMs: string | number };
  'problem.field.spendGoalPrice': { readonly models: string | number };
  'problem.field.takenByProduct': { readonly id: string | number };
  'problem.field.takenValue': { readonly value: string | number };
  'problem.field.tooManyExplained': { readonly count: number };
  'problem.field.unfitFormat': { readonly kind: string | number; readonly mediaType: string | number };
  'problem.field.urlExample': { readonly example: string | number };
  'problem.field.videoTooLong': { readonly count: number };
  'problem.field.visibleAscii': { readonly max: string | number };
  'problem.field.wrongAlgorithm': { readonly algorithm: string | number };
  'problem.field.wrongDuration': { readonly declaredMs: string | number; readonly durationMs: string | number };
  'signIn.action.continueWith': { readonly provider: string | number };
  'signIn.error.emailTaken': { readonly provider: string | number; readonly subject: string | number };
  'signIn.error.foreignForm': { readonly url: string | number };
  'signIn.error.noVerifiedEmail': { readonly provider: string | number };
  'signIn.error.providerUnavailable': { readonly provider: string | number };
  'signIn.error.refused': { readonly provider: string | number; readonly reason: string | number };
  'signIn.error.retryLater': { readonly requestId: string | number };
  'signIn.error.shortPassword': { readonly count: string | number };
  'signIn.error.tooManyAttempts': { readonly minutes: number };
  'signIn.label.newPassword': { readonly count: string | number };
  'signIn.title.invalidResponse': { readonly provider: string | number };
  'signIn.title.providerUnavailable': { readonly provider: string | number };
  'signIn.title.refused': { readonly provider: string | number };
};

/** The key of a message: area, kind and name. */
export type MessageKey = PlainMessageKey | keyof MessageArguments;
