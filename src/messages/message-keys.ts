// Written by `npm run messages`. Do not edit.

/** Messages without arguments. */
export type PlainMessageKey =
  | 'audience.action.newConnection'
  | 'audience.action.newSegment'
  | 'audience.action.refresh'
  | 'audience.connectionKind.bucket'
  | 'audience.connectionKind.folder'
  | 'audience.connectionStatus.archived'
  | 'audience.connectionStatus.healthy'
  | 'audience.connectionStatus.new'
  | 'audience.connectionStatus.off'
  | 'audience.connectionStatus.unreachable'
  | 'audience.connectionStatusHint.archived'
  | 'audience.connectionStatusHint.healthy'
  | 'audience.connectionStatusHint.new'
  | 'audience.connectionStatusHint.off'
  | 'audience.deliveryKind.delta'
  | 'audience.deliveryKind.full'
  | 'audience.deliveryStatus.accepted'
  | 'audience.deliveryStatus.importing'
  | 'audience.deliveryStatus.refused'
  | 'audience.deliveryStatusHint.accepted'
  | 'audience.deliveryStatusHint.importing'
  | 'audience.deliveryStatusHint.refused'
  | 'audience.hint.accessKeyId'
  | 'audience.hint.bucket'
  | 'audience.hint.connectionName'
  | 'audience.hint.connections'
  | 'audience.hint.deliveries'
  | 'audience.hint.endpoint'
  | 'audience.hint.expiry'
  | 'audience.hint.folder'
  | 'audience.hint.identifierType'
  | 'audience.hint.maxBadRows'
  | 'audience.hint.newSecret'
  | 'audience.hint.prefix'
  | 'audience.hint.region'
  | 'audience.hint.segmentCode'
  | 'audience.hint.segmentName'
  | 'audience.hint.segmentSource'
  | 'audience.hint.segments'
  | 'audience.hint.storedSecret'
  | 'audience.label.accessKeyId'
  | 'audience.label.anyStatus'
  | 'audience.label.audiences'
  | 'audience.label.backEnds'
  | 'audience.label.bucket'
  | 'audience.label.checkDeliveries'
  | 'audience.label.code'
  | 'audience.label.connection'
  | 'audience.label.connections'
  | 'audience.label.deliveries'
  | 'audience.label.delivery'
  | 'audience.label.destination'
  | 'audience.label.endpoint'
  | 'audience.label.expiry'
  | 'audience.label.file'
  | 'audience.label.folder'
  | 'audience.label.identifierType'
  | 'audience.label.importedAt'
  | 'audience.label.invalidRows'
  | 'audience.label.kind'
  | 'audience.label.lastCheck'
  | 'audience.label.lastUpdate'
  | 'audience.label.line'
  | 'audience.label.maxBadRows'
  | 'audience.label.members'
  | 'audience.label.never'
  | 'audience.label.prefix'
  | 'audience.label.problem'
  | 'audience.label.region'
  | 'audience.label.rows'
  | 'audience.label.secretAccessKey'
  | 'audience.label.segment'
  | 'audience.label.segments'
  | 'audience.label.source'
  | 'audience.label.toggleSecret'
  | 'audience.label.topFolder'
  | 'audience.rowFault.event_unknown'
  | 'audience.rowFault.id_invalid'
  | 'audience.rowFault.id_missing'
  | 'audience.rowFault.json_invalid'
  | 'audience.rowFault.line_too_long'
  | 'audience.rowFault.not_utf8'
  | 'audience.rowFault.repeated'
  | 'audience.rowFault.segment_invalid'
  | 'audience.rowFault.segment_missing'
  | 'audience.rowFault.segment_of_another_source'
  | 'audience.rowFault.timestamp_invalid'
  | 'audience.rowFault.too_many_segments'
  | 'audience.rowFault.wrong_columns'
  | 'audience.text.archiveConnection'
  | 'audience.text.archiveSegment'
  | 'audience.text.noConnections'
  | 'audience.text.noDeliveries'
  | 'audience.text.noSegments'
  | 'audience.title.invalidRows'
  | 'audience.title.noConnections'
  | 'audience.title.noDeliveries'
  | 'audience.title.noSegments'
  | 'audience.title.refused'
  | 'booking.action.addCap'
  | 'booking.action.addCreatives'
  | 'booking.action.changeActiveDays'
  | 'booking.action.changeCaps'
  | 'booking.action.changeCreatives'
  | 'booking.action.changeDayParts'
  | 'booking.action.changeDelivery'
  | 'booking.action.changeEnd'
  | 'booking.action.changeGoal'
  | 'booking.action.changeLabels'
  | 'booking.action.changePositions'
  | 'booking.action.changePrice'
  | 'booking.action.changePriority'
  | 'booking.action.changeProducts'
  | 'booking.action.changeStart'
  | 'booking.action.changeTargeting'
  | 'booking.action.edit'
  | 'booking.action.editCampaign'
  | 'booking.action.editPosition'
  | 'booking.action.getCode'
  | 'booking.action.new'
  | 'booking.action.reviewCreative'
  | 'booking.action.saveDraft'
  | 'booking.action.simulate'
  | 'booking.action.submit'
  | 'booking.action.viewCreative'
  | 'booking.actionDone.approve'
  | 'booking.actionDone.archive'
  | 'booking.actionDone.cancel'
  | 'booking.actionDone.pause'
  | 'booking.actionDone.reject'
  | 'booking.actionDone.reopen'
  | 'booking.actionDone.resume'
  | 'booking.actionDone.submit'
  | 'booking.actionDone.unarchive'
  | 'booking.bookingRemedy.approve'
  | 'booking.bookingRemedy.reopen'
  | 'booking.bookingRemedy.resume'
  | 'booking.bookingRemedy.submit'
  | 'booking.bookingRemedy.unarchive'
  | 'booking.campaignRemedy.accept'
  | 'booking.campaignRemedy.approve'
  | 'booking.campaignRemedy.convert'
  | 'booking.campaignRemedy.reopen'
  | 'booking.campaignRemedy.resume'
  | 'booking.campaignRemedy.submit'
  | 'booking.campaignRemedy.unarchive'
  | 'booking.error.controlCharacter'
  | 'booking.error.formatNotBooked'
  | 'booking.error.noLetter'
  | 'booking.format.atMost'
  | 'booking.funnelStep.counted'
  | 'booking.funnelStep.lost'
  | 'booking.funnelStep.requested'
  | 'booking.funnelStep.won'
  | 'booking.hint.activeDays'
  | 'booking.hint.adRequests'
  | 'booking.hint.askEmbed'
  | 'booking.hint.askOperations'
  | 'booking.hint.askRelease'
  | 'booking.hint.askReviewer'
  | 'booking.hint.categories'
  | 'booking.hint.chooseCampaign'
  | 'booking.hint.chooseFormat'
  | 'booking.hint.creativeName'
  | 'booking.hint.creatives'
  | 'booking.hint.delivery'
  | 'booking.hint.draft'
  | 'booking.hint.everyDay'
  | 'booking.hint.exclusionLabels'
  | 'booking.hint.format'
  | 'booking.hint.formatMismatch'
  | 'booking.hint.inventory'
  | 'booking.hint.keywordRules'
  | 'booking.hint.multipleSlots'
  | 'booking.hint.negativeKeywords'
  | 'booking.hint.newKeywords'
  | 'booking.hint.noFormats'
  | 'booking.hint.noKeywords'
  | 'booking.hint.productPages'
  | 'booking.hint.simulation'
  | 'booking.hint.someKeywords'
  | 'booking.hint.sponsoredProducts'
  | 'booking.hint.targeting'
  | 'booking.hint.targetingRules'
  | 'booking.keywordGroup.broad'
  | 'booking.keywordGroup.exact'
  | 'booking.keywordGroup.phrase'
  | 'booking.keywordMatch.broad'
  | 'booking.keywordMatch.exact'
  | 'booking.keywordMatch.phrase'
  | 'booking.label.activeDays'
  | 'booking.label.adId'
  | 'booking.label.affectedBookings'
  | 'booking.label.allDay'
  | 'booking.label.assumptions'
  | 'booking.label.availability'
  | 'booking.label.byGoal'
  | 'booking.label.campaign'
  | 'booking.label.caps'
  | 'booking.label.categories'
  | 'booking.label.creative'
  | 'booking.label.creatives'
  | 'booking.label.currency'
  | 'booking.label.day'
  | 'booking.label.dayParts'
  | 'booking.label.delivered'
  | 'booking.label.deliveryMethod'
  | 'booking.label.end'
  | 'booking.label.exclusionLabels'
  | 'booking.label.format'
  | 'booking.label.formatId'
  | 'booking.label.formatMismatch'
  | 'booking.label.frontLoading'
  | 'booking.label.goal'
  | 'booking.label.goalTotal'
  | 'booking.label.hour'
  | 'booking.label.image'
  | 'booking.label.inventory'
  | 'booking.label.keywords'
  | 'booking.label.kind'
  | 'booking.label.libraryCreative'
  | 'booking.label.locations'
  | 'booking.label.loop'
  | 'booking.label.loopGap'
  | 'booking.label.loopPercent'
  | 'booking.label.loopPlays'
  | 'booking.label.loopRest'
  | 'booking.label.missingFields'
  | 'booking.label.multipleSlots'
  | 'booking.label.name'
  | 'booking.label.negativeKeywords'
  | 'booking.label.newKeywords'
  | 'booking.label.newMatch'
  | 'booking.label.newNegativeKeywords'
  | 'booking.label.newNegativeMatch'
  | 'booking.label.noEnd'
  | 'booking.label.noGoal'
  | 'booking.label.noPrice'
  | 'booking.label.otherBookings'
  | 'booking.label.period'
  | 'booking.label.planned'
  | 'booking.label.positions'
  | 'booking.label.price'
  | 'booking.label.priority'
  | 'booking.label.product'
  | 'booking.label.productPages'
  | 'booking.label.products'
  | 'booking.label.publications'
  | 'booking.label.publishers'
  | 'booking.label.rate'
  | 'booking.label.refusalReasons'
  | 'booking.label.size'
  | 'booking.label.sku'
  | 'booking.label.spend'
  | 'booking.label.start'
  | 'booking.label.targeting'
  | 'booking.label.voicePercent'
  | 'booking.label.week'
  | 'booking.label.weight'
  | 'booking.missingField.campaign'
  | 'booking.missingField.creative'
  | 'booking.missingField.goal'
  | 'booking.missingField.inventory'
  | 'booking.missingField.name'
  | 'booking.missingField.products'
  | 'booking.negativeKeywordGroup.broad'
  | 'booking.negativeKeywordGroup.exact'
  | 'booking.negativeKeywordGroup.phrase'
  | 'booking.text.complete'
  | 'booking.text.countComplete'
  | 'booking.text.countEmpty'
  | 'booking.text.draftNeedsFormat'
  | 'booking.text.draftNeedsKeyword'
  | 'booking.text.draftNeedsProduct'
  | 'booking.text.draftSaved'
  | 'booking.text.noAdRequests'
  | 'booking.text.noCompetitors'
  | 'booking.text.noCreatives'
  | 'booking.text.noForecastError'
  | 'booking.text.noInterval'
  | 'booking.text.saved'
  | 'booking.text.savesSoon'
  | 'booking.text.saving'
  | 'booking.text.shareEmpty'
  | 'booking.text.simulationStale'
  | 'booking.text.submitted'
  | 'booking.text.submittedAndApproved'
  | 'booking.text.unchanged'
  | 'booking.text.unsaved'
  | 'booking.title.adRequests'
  | 'booking.title.basics'
  | 'booking.title.blocked'
  | 'booking.title.byPosition'
  | 'booking.title.complete'
  | 'booking.title.creatives'
  | 'booking.title.creativesOfBooking'
  | 'booking.title.delivery'
  | 'booking.title.deliveryIssues'
  | 'booking.title.forecast'
  | 'booking.title.inventory'
  | 'booking.title.missing'
  | 'booking.title.new'
  | 'booking.title.noCreatives'
  | 'booking.title.noIssues'
  | 'booking.title.notUploaded'
  | 'booking.title.outsideSchedule'
  | 'booking.title.productsOfBooking'
  | 'booking.title.rejected'
  | 'booking.title.requestConditions'
  | 'booking.title.schedule'
  | 'booking.title.setup'
  | 'booking.title.share'
  | 'booking.title.simulation'
  | 'booking.title.sponsoredProducts'
  | 'booking.title.targeting'
  | 'booking.title.unnamed'
  | 'campaign.action.addBooking'
  | 'campaign.action.clearSelection'
  | 'campaign.action.clearValidUntil'
  | 'campaign.action.create'
  | 'campaign.action.edit'
  | 'campaign.action.exportCsv'
  | 'campaign.action.importCsv'
  | 'campaign.action.new'
  | 'campaign.action.selectFile'
  | 'campaign.action.selectOtherFile'
  | 'campaign.action.showAll'
  | 'campaign.actionDone.accept'
  | 'campaign.actionDone.approve'
  | 'campaign.actionDone.archive'
  | 'campaign.actionDone.cancel'
  | 'campaign.actionDone.convert'
  | 'campaign.actionDone.pause'
  | 'campaign.actionDone.reject'
  | 'campaign.actionDone.reopen'
  | 'campaign.actionDone.resume'
  | 'campaign.actionDone.submit'
  | 'campaign.actionDone.unarchive'
  | 'campaign.bulkAction.archive'
  | 'campaign.bulkAction.pause'
  | 'campaign.bulkAction.resume'
  | 'campaign.bulkAction.submit'
  | 'campaign.error.emptyCell'
  | 'campaign.error.importConflict'
  | 'campaign.error.noRows'
  | 'campaign.error.undoConflict'
  | 'campaign.hint.advertiser'
  | 'campaign.hint.brands'
  | 'campaign.hint.import'
  | 'campaign.hint.invoiceCompany'
  | 'campaign.hint.name'
  | 'campaign.hint.validUntil'
  | 'campaign.label.advertiser'
  | 'campaign.label.anyHealth'
  | 'campaign.label.anyStatus'
  | 'campaign.label.anyType'
  | 'campaign.label.booking'
  | 'campaign.label.brand'
  | 'campaign.label.brands'
  | 'campaign.label.campaign'
  | 'campaign.label.creatives'
  | 'campaign.label.deliveryMethod'
  | 'campaign.label.details'
  | 'campaign.label.end'
  | 'campaign.label.firstDay'
  | 'campaign.label.goal'
  | 'campaign.label.health'
  | 'campaign.label.inventory'
  | 'campaign.label.invoiceCompany'
  | 'campaign.label.lastDay'
  | 'campaign.label.line'
  | 'campaign.label.poNumber'
  | 'campaign.label.priority'
  | 'campaign.label.readingFile'
  | 'campaign.label.result'
  | 'campaign.label.runsFrom'
  | 'campaign.label.runsUntil'
  | 'campaign.label.search'
  | 'campaign.label.selected'
  | 'campaign.label.start'
  | 'campaign.label.status'
  | 'campaign.label.today'
  | 'campaign.label.type'
  | 'campaign.label.validUntil'
  | 'campaign.rowKind.change'
  | 'campaign.rowKind.create'
  | 'campaign.rowKind.invalid'
  | 'campaign.rowKind.same'
  | 'campaign.text.created'
  | 'campaign.text.importPreview'
  | 'campaign.text.importUndone'
  | 'campaign.text.noBookings'
  | 'campaign.text.noCampaigns'
  | 'campaign.text.saved'
  | 'campaign.text.skipped'
  | 'campaign.text.undone'
  | 'campaign.text.windowsEncoding'
  | 'campaign.title.blocked'
  | 'campaign.title.bookings'
  | 'campaign.title.cannotImport'
  | 'campaign.title.deliveryIssues'
  | 'campaign.title.edit'
  | 'campaign.title.fileLines'
  | 'campaign.title.import'
  | 'campaign.title.list'
  | 'campaign.title.new'
  | 'campaign.title.noBookings'
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
  | 'conversion.click.brand'
  | 'conversion.click.product'
  | 'conversion.label.ad'
  | 'conversion.label.anyStatus'
  | 'conversion.label.attributed'
  | 'conversion.label.booking'
  | 'conversion.label.lines'
  | 'conversion.label.mediaPartner'
  | 'conversion.label.order'
  | 'conversion.label.orderId'
  | 'conversion.label.orderedAt'
  | 'conversion.label.otherAccount'
  | 'conversion.label.outcome'
  | 'conversion.label.receivedAt'
  | 'conversion.label.revenue'
  | 'conversion.label.rule'
  | 'conversion.label.time'
  | 'conversion.outcome.credited'
  | 'conversion.outcome.not_clicked'
  | 'conversion.outcome.not_last'
  | 'conversion.outcome.other_product'
  | 'conversion.outcome.too_long_ago'
  | 'conversion.outcomeHint.credited'
  | 'conversion.outcomeHint.not_clicked'
  | 'conversion.outcomeHint.not_last'
  | 'conversion.outcomeHint.other_product'
  | 'conversion.outcomeHint.too_long_ago'
  | 'conversion.status.attributed'
  | 'conversion.status.unattributed'
  | 'conversion.status.waiting'
  | 'conversion.statusHint.attributed'
  | 'conversion.statusHint.unattributed'
  | 'conversion.statusHint.waiting'
  | 'conversion.text.candidatesExpired'
  | 'conversion.text.lead'
  | 'conversion.text.noCandidates'
  | 'conversion.text.noOrders'
  | 'conversion.text.unknownProduct'
  | 'conversion.title.list'
  | 'conversion.title.noOrders'
  | 'conversion.view.brand'
  | 'conversion.view.product'
  | 'decision.action.explain'
  | 'decision.action.explainRequest'
  | 'decision.consent.denied'
  | 'decision.consent.granted'
  | 'decision.consent.unknown'
  | 'decision.consent.unstated'
  | 'decision.decidedBy.claim'
  | 'decision.decidedBy.fill'
  | 'decision.decidedBy.share'
  | 'decision.hint.commaSeparated'
  | 'decision.hint.consent'
  | 'decision.hint.country'
  | 'decision.hint.explain'
  | 'decision.hint.pageUrl'
  | 'decision.hint.parameters'
  | 'decision.hint.revision'
  | 'decision.hint.segments'
  | 'decision.hint.time'
  | 'decision.label.actual'
  | 'decision.label.adRequest'
  | 'decision.label.booking'
  | 'decision.label.configuration'
  | 'decision.label.consent'
  | 'decision.label.country'
  | 'decision.label.decidedAt'
  | 'decision.label.devices'
  | 'decision.label.knownToCaps'
  | 'decision.label.lost'
  | 'decision.label.noAd'
  | 'decision.label.outcome'
  | 'decision.label.pageUrl'
  | 'decision.label.parameters'
  | 'decision.label.required'
  | 'decision.label.requirements'
  | 'decision.label.revision'
  | 'decision.label.seed'
  | 'decision.label.segments'
  | 'decision.label.share'
  | 'decision.label.slotNames'
  | 'decision.label.time'
  | 'decision.label.won'
  | 'decision.text.noRecent'
  | 'decision.text.partlyRecorded'
  | 'decision.text.snapshotGone'
  | 'decision.title.decision'
  | 'decision.title.explain'
  | 'decision.title.recent'
  | 'decision.title.unknownSlot'
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
  | 'problem.field.keywordLetter'
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
  | 'review.action.approve'
  | 'review.action.openBooking'
  | 'review.action.openCreative'
  | 'review.action.reject'
  | 'review.label.altText'
  | 'review.label.clickUrl'
  | 'review.label.current'
  | 'review.label.duration'
  | 'review.label.files'
  | 'review.label.markup'
  | 'review.label.newVersion'
  | 'review.label.next'
  | 'review.label.noUrl'
  | 'review.label.previous'
  | 'review.label.queue'
  | 'review.label.vastUrl'
  | 'review.text.cannotApprove'
  | 'review.text.changedMeanwhile'
  | 'review.text.comparePreviews'
  | 'review.text.creativeApproved'
  | 'review.text.creativeRejected'
  | 'review.text.currentDelivers'
  | 'review.text.empty'
  | 'review.text.noDifferences'
  | 'review.title.changes'
  | 'review.title.empty'
  | 'review.title.list'
  | 'review.title.notReady'
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
  | 'signIn.title.unknownProvider'
  | 'targeting.action.addCondition'
  | 'targeting.action.addGroup'
  | 'targeting.action.removeCondition'
  | 'targeting.action.removeGroup'
  | 'targeting.hint.parameterValues'
  | 'targeting.label.allRequests'
  | 'targeting.label.daypart'
  | 'targeting.label.days'
  | 'targeting.label.from'
  | 'targeting.label.latitude'
  | 'targeting.label.longitude'
  | 'targeting.label.matchMode'
  | 'targeting.label.nearCoordinates'
  | 'targeting.label.pageParameter'
  | 'targeting.label.pageUrl'
  | 'targeting.label.parameterName'
  | 'targeting.label.parameterValues'
  | 'targeting.label.radius'
  | 'targeting.label.to'
  | 'targeting.label.urlContains'
  | 'targeting.mode.all'
  | 'targeting.mode.any'
  | 'targeting.mode.none';

/** Messages with arguments, and the type of each argument. */
export type MessageArguments = {
  'audience.format.connection': { readonly id: string | number };
  'audience.format.faultCount': { readonly count: number; readonly fault: string | number };
  'audience.format.folder': { readonly path: string | number };
  'audience.text.rows': { readonly bad: number; readonly rows: number };
  'audience.text.rowsAndMemberships': { readonly bad: number; readonly memberships: number; readonly rows: number };
  'audience.title.firstInvalidRows': { readonly count: number };
  'booking.action.addKeywords': { readonly count: number };
  'booking.action.removeCap': { readonly number: number };
  'booking.action.removeItem': { readonly name: string | number };
  'booking.action.showAllKeywords': { readonly count: number };
  'booking.error.keyword': { readonly fault: string | number; readonly keyword: string | number };
  'booking.error.tooLong': { readonly most: number };
  'booking.error.tooManyBroadWords': { readonly most: number };
  'booking.error.tooManyKeywords': { readonly most: number };
  'booking.error.tooManyWords': { readonly most: number };
  'booking.forecast.clicks': { readonly count: number; readonly date: string | number };
  'booking.forecast.impressions': { readonly count: number; readonly date: string | number };
  'booking.forecast.viewables': { readonly count: number; readonly date: string | number };
  'booking.format.change': { readonly after: string | number; readonly before: string | number };
  'booking.format.changeWithLoss': { readonly after: string | number; readonly before: string | number; readonly count: number };
  'booking.format.countAndShare': { readonly count: number; readonly share: string | number };
  'booking.format.from': { readonly date: string | number };
  'booking.format.frontLoading': { readonly percent: string | number };
  'booking.format.issue': { readonly action: string | number; readonly reason: string | number };
  'booking.format.issuePositions': { readonly count: number; readonly names: string | number; readonly scope: string; readonly total: number };
  'booking.format.keyword': { readonly match: string; readonly text: string | number };
  'booking.format.loopGap': { readonly count: number };
  'booking.format.loopPercent': { readonly percent: string | number };
  'booking.format.loopPlays': { readonly count: number };
  'booking.format.namesAndMore': { readonly count: number; readonly names: string | number };
  'booking.format.priority': { readonly priority: string | number };
  'booking.format.priorityValue': { readonly priority: string | number };
  'booking.format.progress': { readonly delivered: string | number };
  'booking.format.progressWithExpected': { readonly delivered: string | number; readonly expected: string | number };
  'booking.format.refusals': { readonly count: number; readonly reason: string | number };
  'booking.format.shareByGoal': { readonly priority: string | number };
  'booking.format.shareOfCount': { readonly count: number; readonly share: string | number };
  'booking.format.shareOfDailyRequests': { readonly count: number; readonly share: string | number };
  'booking.format.shareOfRequests': { readonly priority: string | number; readonly share: string | number };
  'booking.format.simulatedImpressions': { readonly count: number; readonly share: string | number };
  'booking.format.simulatedShare': { readonly share: string | number };
  'booking.format.spendGoal': { readonly amount: string | number };
  'booking.format.until': { readonly date: string | number };
  'booking.format.weight': { readonly weight: number };
  'booking.furtherForecast.clicks': { readonly count: number; readonly date: string | number };
  'booking.furtherForecast.impressions': { readonly count: number; readonly date: string | number };
  'booking.furtherForecast.viewables': { readonly count: number; readonly date: string | number };
  'booking.goalTotal.clicks': { readonly count: number };
  'booking.goalTotal.impressions': { readonly count: number };
  'booking.goalTotal.plays': { readonly count: number };
  'booking.goalTotal.views': { readonly count: number };
  'booking.hint.chart': { readonly count: number; readonly timeZone: string | number };
  'booking.hint.chartTotal': { readonly count: number; readonly total: number };
  'booking.hint.keywords': { readonly count: number };
  'booking.hint.schedule': { readonly timeZone: string | number };
  'booking.label.capCount': { readonly number: number };
  'booking.label.capPeriod': { readonly number: number };
  'booking.label.capSubject': { readonly number: number };
  'booking.label.capUnknown': { readonly number: number };
  'booking.label.goalAmount': { readonly currency: string | number };
  'booking.label.matchOf': { readonly keyword: string | number };
  'booking.label.weightOf': { readonly name: string | number };
  'booking.priceText.cpc': { readonly amount: string | number };
  'booking.priceText.cpd': { readonly amount: string | number };
  'booking.priceText.cpm': { readonly amount: string | number };
  'booking.priceText.flat': { readonly amount: string | number };
  'booking.text.allRequestsSince': { readonly count: number; readonly since: string | number };
  'booking.text.canDeliver': { readonly count: number };
  'booking.text.canDeliverMostRequested': { readonly count: number; readonly total: number };
  'booking.text.countPartial': { readonly since: string | number };
  'booking.text.eligibleShare': { readonly share: string | number };
  'booking.text.forecastError': { readonly percent: string | number };
  'booking.text.fromUntilNow': { readonly from: string | number };
  'booking.text.goalMissed': { readonly goal: number; readonly missing: number };
  'booking.text.goalReached': { readonly goal: number };
  'booking.text.interval': { readonly high: number; readonly low: number };
  'booking.text.lead': { readonly id: string | number; readonly type: string | number };
  'booking.text.notUploaded': { readonly files: string | number };
  'booking.text.otherBookingsChange': { readonly after: string | number; readonly before: string | number };
  'booking.text.positionError': { readonly days: number; readonly percent: string | number };
  'booking.text.positionErrorWithInterval': { readonly days: number; readonly held: string | number; readonly percent: string | number };
  'booking.text.positionNotTested': { readonly days: number };
  'booking.text.positionsSelected': { readonly count: number };
  'booking.text.sampledRequestsSince': { readonly count: number; readonly since: string | number };
  'booking.text.unrecordedTargeting': { readonly values: string | number };
  'campaign.action.import': { readonly count: number };
  'campaign.bulkDone.archive': { readonly count: number };
  'campaign.bulkDone.pause': { readonly count: number };
  'campaign.bulkDone.resume': { readonly count: number };
  'campaign.bulkDone.submit': { readonly count: number };
  'campaign.bulkQuestion.archive': { readonly count: number };
  'campaign.bulkQuestion.pause': { readonly count: number };
  'campaign.bulkQuestion.resume': { readonly count: number };
  'campaign.bulkQuestion.submit': { readonly count: number };
  'campaign.error.cellCount': { readonly count: number; readonly expected: number };
  'campaign.error.duplicateColumn': { readonly name: string | number };
  'campaign.error.duplicateId': { readonly line: number };
  'campaign.error.fileTooLarge': { readonly size: string | number };
  'campaign.error.invalidId': { readonly value: string | number };
  'campaign.error.invalidIds': { readonly value: string | number };
  'campaign.error.invalidRowId': { readonly value: string | number };
  'campaign.error.invalidTime': { readonly value: string | number };
  'campaign.error.noColumns': { readonly columns: string | number };
  'campaign.error.quotes': { readonly line: number };
  'campaign.error.tooManyRows': { readonly count: number; readonly most: number };
  'campaign.error.unknownCampaign': { readonly id: string | number };
  'campaign.error.unknownType': { readonly types: string | number; readonly value: string | number };
  'campaign.format.cellFault': { readonly column: string | number; readonly message: string | number };
  'campaign.format.reasonCount': { readonly count: number; readonly reason: string | number };
  'campaign.hint.columns': { readonly columns: string | number };
  'campaign.label.validUntilInZone': { readonly timeZone: string | number };
  'campaign.text.ignoredColumns': { readonly columns: string | number };
  'campaign.text.imported': { readonly count: number };
  'campaign.text.invalidLines': { readonly count: number };
  'campaign.text.lead': { readonly id: string | number; readonly type: string | number };
  'campaign.text.selected': { readonly count: number };
  'campaign.text.timeZone': { readonly timeZone: string | number };
  'conversion.format.clickAndViewRule': { readonly clickDays: number; readonly viewDays: number };
  'conversion.format.clickRule': { readonly clickDays: number };
  'conversion.format.line': { readonly quantity: number; readonly revenue: string | number; readonly sku: string | number };
  'conversion.title.candidates': { readonly sku: string | number };
  'conversion.title.order': { readonly id: string | number };
  'decision.format.booking': { readonly id: string | number };
  'decision.format.refusal': { readonly count: number; readonly reason: string | number };
  'decision.format.revision': { readonly revision: string | number };
  'decision.format.slotResult': { readonly id: string | number; readonly reason: string | number };
  'decision.text.candidatesShown': { readonly count: number };
  'decision.title.candidates': { readonly slot: string | number };
  'decision.title.position': { readonly id: string | number };
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
  'problem.field.keywordBroadWords': { readonly count: string | number };
  'problem.field.keywordWords': { readonly count: string | number };
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
  'review.format.bookingItem': { readonly state: string; readonly type: string | number };
  'review.format.campaignOf': { readonly advertiser: string | number; readonly brands: string | number; readonly campaign: string | number };
  'review.format.creativeItem': { readonly kind: string | number; readonly state: string };
  'review.format.file': { readonly count: number; readonly name: string | number };
  'review.format.fileWithSize': { readonly count: number; readonly name: string | number; readonly size: string | number };
  'review.format.milliseconds': { readonly count: number };
  'review.text.count': { readonly count: number };
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
  'targeting.format.and': { readonly first: string | number; readonly rest: string | number };
  'targeting.format.daypart': { readonly days: string | number; readonly from: string | number; readonly to: string | number };
  'targeting.format.everyDayPart': { readonly from: string | number; readonly to: string | number };
  'targeting.format.fact': { readonly fact: string | number; readonly values: string | number };
  'targeting.format.group': { readonly condition: string | number };
  'targeting.format.near': { readonly coordinates: string | number; readonly metres: number };
  'targeting.format.not': { readonly condition: string | number };
  'targeting.format.or': { readonly first: string | number; readonly rest: string | number };
  'targeting.format.parameter': { readonly name: string | number; readonly values: string | number };
  'targeting.format.segmentOption': { readonly code: string | number; readonly count: number };
  'targeting.format.summary': { readonly condition: string | number };
  'targeting.format.urlContains': { readonly values: string | number };
  'targeting.hint.values': { readonly example: string | number };
};

/** The key of a message: area, kind and name. */
export type MessageKey = PlainMessageKey | keyof MessageArguments;
