// Written by `npm run messages`. Do not edit.

/** Messages without arguments. */
export type PlainMessageKey =
  | 'access.action.addGroup'
  | 'access.action.addMapping'
  | 'access.action.addSecret'
  | 'access.action.addUser'
  | 'access.action.changePassword'
  | 'access.action.clearAll'
  | 'access.action.confirmDomains'
  | 'access.action.connect'
  | 'access.action.copyClientId'
  | 'access.action.copyLogoutUrl'
  | 'access.action.copyNewLink'
  | 'access.action.copyRedirectUrl'
  | 'access.action.createInvitation'
  | 'access.action.createPasswordLink'
  | 'access.action.createUser'
  | 'access.action.disconnect'
  | 'access.action.inviteUser'
  | 'access.action.inviteWithLink'
  | 'access.action.linkCopied'
  | 'access.action.newProvider'
  | 'access.action.newServiceAccount'
  | 'access.action.revokeInvitation'
  | 'access.action.revokeLink'
  | 'access.action.selectAll'
  | 'access.action.selectRead'
  | 'access.action.sendAgain'
  | 'access.action.setPassword'
  | 'access.action.togglePassword'
  | 'access.action.toggleSecret'
  | 'access.action.useNewUrl'
  | 'access.action.viewActivity'
  | 'access.error.publicKeys'
  | 'access.hint.assumeEmailVerified'
  | 'access.hint.clientId'
  | 'access.hint.clientSecret'
  | 'access.hint.email'
  | 'access.hint.emailDomains'
  | 'access.hint.groupRoles'
  | 'access.hint.groupsClaim'
  | 'access.hint.inviteName'
  | 'access.hint.issuer'
  | 'access.hint.language'
  | 'access.hint.newClientSecret'
  | 'access.hint.noPublicKeys'
  | 'access.hint.providerName'
  | 'access.hint.providerScopes'
  | 'access.hint.publicKeys'
  | 'access.hint.scopes'
  | 'access.hint.serviceAccountName'
  | 'access.label.advertiser'
  | 'access.label.anyInvoiceCompany'
  | 'access.label.anyRole'
  | 'access.label.area'
  | 'access.label.assumeEmailVerified'
  | 'access.label.brand'
  | 'access.label.browserLanguage'
  | 'access.label.clientId'
  | 'access.label.clientSecret'
  | 'access.label.confirmationPending'
  | 'access.label.confirmed'
  | 'access.label.connected'
  | 'access.label.emailDomains'
  | 'access.label.groupName'
  | 'access.label.groupRoles'
  | 'access.label.groupsClaim'
  | 'access.label.identityProvider'
  | 'access.label.invitation'
  | 'access.label.invitationExpired'
  | 'access.label.invited'
  | 'access.label.invoiceCompany'
  | 'access.label.issuer'
  | 'access.label.language'
  | 'access.label.lastToken'
  | 'access.label.link'
  | 'access.label.logoutUrl'
  | 'access.label.never'
  | 'access.label.newIdentity'
  | 'access.label.newMapping'
  | 'access.label.newPassword'
  | 'access.label.password'
  | 'access.label.passwordLink'
  | 'access.label.passwordSet'
  | 'access.label.publicKeys'
  | 'access.label.redirectUrl'
  | 'access.label.role'
  | 'access.label.roles'
  | 'access.label.rolesManual'
  | 'access.label.scopes'
  | 'access.label.searchServiceAccounts'
  | 'access.label.searchUsers'
  | 'access.label.secrets'
  | 'access.label.serviceAccount'
  | 'access.label.signInMethod'
  | 'access.label.subject'
  | 'access.label.subjectClaim'
  | 'access.label.user'
  | 'access.scopeArea.audit'
  | 'access.scopeArea.conversions'
  | 'access.scopeArea.decisions'
  | 'access.scopeArea.erasures'
  | 'access.scopeArea.inventory'
  | 'access.scopeArea.reports'
  | 'access.scopeArea.revisions'
  | 'access.scopeArea.user-mapping'
  | 'access.scopeArea.user-sync'
  | 'access.scopeVerb.approve'
  | 'access.scopeVerb.read'
  | 'access.scopeVerb.write'
  | 'access.text.addSecret'
  | 'access.text.archiveProvider'
  | 'access.text.archiveServiceAccount'
  | 'access.text.archiveUser'
  | 'access.text.confirmDomains'
  | 'access.text.domainsConfirmed'
  | 'access.text.identities'
  | 'access.text.identityConnected'
  | 'access.text.identityDisconnected'
  | 'access.text.identityProviders'
  | 'access.text.invitationRevoked'
  | 'access.text.inviteByEmail'
  | 'access.text.inviteByLink'
  | 'access.text.mappingAdded'
  | 'access.text.mappingRemoved'
  | 'access.text.mappings'
  | 'access.text.mappingsUnused'
  | 'access.text.noIdentities'
  | 'access.text.noIdentityProviders'
  | 'access.text.noMappings'
  | 'access.text.noPassword'
  | 'access.text.noSecrets'
  | 'access.text.noServiceAccounts'
  | 'access.text.noUsers'
  | 'access.text.notAccepted'
  | 'access.text.passwordDialog'
  | 'access.text.redirectUrlChanged'
  | 'access.text.register'
  | 'access.text.replaceSecret'
  | 'access.text.serviceAccounts'
  | 'access.text.users'
  | 'access.title.addSecret'
  | 'access.title.administration'
  | 'access.title.disconnect'
  | 'access.title.identities'
  | 'access.title.identityProviders'
  | 'access.title.inviteUser'
  | 'access.title.mappings'
  | 'access.title.newRedirectUrl'
  | 'access.title.noIdentityProviders'
  | 'access.title.noServiceAccounts'
  | 'access.title.noUsers'
  | 'access.title.revokeInvitation'
  | 'access.title.revokeLink'
  | 'access.title.serviceAccounts'
  | 'access.title.unconfirmedDomains'
  | 'access.title.users'
  | 'activity.action.showAll'
  | 'activity.action.showAllDays'
  | 'activity.action.showChanges'
  | 'activity.action.showEarlier'
  | 'activity.field.activeDays'
  | 'activity.field.advertiserCompanyId'
  | 'activity.field.altText'
  | 'activity.field.assets'
  | 'activity.field.brandId'
  | 'activity.field.brandIds'
  | 'activity.field.budget'
  | 'activity.field.caps'
  | 'activity.field.clickUrl'
  | 'activity.field.creatives'
  | 'activity.field.dayParts'
  | 'activity.field.delivery'
  | 'activity.field.domains'
  | 'activity.field.duplicatesAllowed'
  | 'activity.field.endDate'
  | 'activity.field.exclusionLabels'
  | 'activity.field.externalId'
  | 'activity.field.fields'
  | 'activity.field.formatId'
  | 'activity.field.holdoutPercent'
  | 'activity.field.html'
  | 'activity.field.invoiceCompanyId'
  | 'activity.field.locationIds'
  | 'activity.field.loop'
  | 'activity.field.name'
  | 'activity.field.pendingVersion'
  | 'activity.field.poNumber'
  | 'activity.field.positionIds'
  | 'activity.field.pricing'
  | 'activity.field.priority'
  | 'activity.field.publicationIds'
  | 'activity.field.publisherIds'
  | 'activity.field.rejectionReason'
  | 'activity.field.roadblock'
  | 'activity.field.rotation'
  | 'activity.field.sponsored'
  | 'activity.field.startDate'
  | 'activity.field.state'
  | 'activity.field.status'
  | 'activity.field.targeting'
  | 'activity.field.type'
  | 'activity.field.validUntil'
  | 'activity.field.vast'
  | 'activity.label.after'
  | 'activity.label.anyAuthor'
  | 'activity.label.anyType'
  | 'activity.label.author'
  | 'activity.label.before'
  | 'activity.label.campaign'
  | 'activity.label.objectType'
  | 'activity.label.system'
  | 'activity.label.unknownActor'
  | 'activity.text.lead'
  | 'activity.text.noChangedFields'
  | 'activity.text.noEntries'
  | 'activity.title.changes'
  | 'activity.title.changesInPeriod'
  | 'activity.title.noEntries'
  | 'assistant.action.approve'
  | 'assistant.action.deny'
  | 'assistant.action.revoke'
  | 'assistant.error.expired'
  | 'assistant.label.client'
  | 'assistant.label.person'
  | 'assistant.label.publishedBy'
  | 'assistant.label.returnsTo'
  | 'assistant.label.rights'
  | 'assistant.text.limits'
  | 'assistant.text.none'
  | 'assistant.text.read'
  | 'assistant.text.returning'
  | 'assistant.text.unverified'
  | 'assistant.title.connections'
  | 'assistant.title.expired'
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
  | 'audit.action.accept'
  | 'audit.action.accept-invitation'
  | 'audit.action.add-secret'
  | 'audit.action.approve'
  | 'audit.action.archive'
  | 'audit.action.cancel'
  | 'audit.action.confirm'
  | 'audit.action.connect-identity'
  | 'audit.action.convert'
  | 'audit.action.create'
  | 'audit.action.create-invitation-link'
  | 'audit.action.delete'
  | 'audit.action.disconnect-identity'
  | 'audit.action.hold'
  | 'audit.action.invite'
  | 'audit.action.pause'
  | 'audit.action.reject'
  | 'audit.action.release'
  | 'audit.action.reopen'
  | 'audit.action.replay'
  | 'audit.action.resume'
  | 'audit.action.revoke-invitation'
  | 'audit.action.run'
  | 'audit.action.set-password'
  | 'audit.action.sign-in'
  | 'audit.action.submit'
  | 'audit.action.unarchive'
  | 'audit.action.update'
  | 'audit.hint.actor'
  | 'audit.label.action'
  | 'audit.label.actor'
  | 'audit.label.after'
  | 'audit.label.anyType'
  | 'audit.label.before'
  | 'audit.label.chainHash'
  | 'audit.label.object'
  | 'audit.label.objectId'
  | 'audit.label.objectType'
  | 'audit.label.requestId'
  | 'audit.label.time'
  | 'audit.label.value'
  | 'audit.text.noEntries'
  | 'audit.title.changedFields'
  | 'audit.title.noEntries'
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
  | 'booking.action.copyExternalId'
  | 'booking.action.createMakegood'
  | 'booking.action.duplicate'
  | 'booking.action.edit'
  | 'booking.action.editCampaign'
  | 'booking.action.editPosition'
  | 'booking.action.editSelected'
  | 'booking.action.extend'
  | 'booking.action.forecastAccuracy'
  | 'booking.action.getCode'
  | 'booking.action.makeGood'
  | 'booking.action.makeGoodPlays'
  | 'booking.action.move'
  | 'booking.action.new'
  | 'booking.action.previewChanges'
  | 'booking.action.reviewCreative'
  | 'booking.action.saveDraft'
  | 'booking.action.selectCreatives'
  | 'booking.action.showAll'
  | 'booking.action.simulate'
  | 'booking.action.submit'
  | 'booking.action.viewCreative'
  | 'booking.action.viewMissedPlays'
  | 'booking.bookingRemedy.approve'
  | 'booking.bookingRemedy.confirm'
  | 'booking.bookingRemedy.reopen'
  | 'booking.bookingRemedy.resume'
  | 'booking.bookingRemedy.submit'
  | 'booking.bookingRemedy.unarchive'
  | 'booking.bulkVerb.archive'
  | 'booking.bulkVerb.pause'
  | 'booking.bulkVerb.resume'
  | 'booking.bulkVerb.submit'
  | 'booking.campaignRemedy.accept'
  | 'booking.campaignRemedy.approve'
  | 'booking.campaignRemedy.confirm'
  | 'booking.campaignRemedy.convert'
  | 'booking.campaignRemedy.reopen'
  | 'booking.campaignRemedy.resume'
  | 'booking.campaignRemedy.submit'
  | 'booking.campaignRemedy.unarchive'
  | 'booking.error.changedTitle'
  | 'booking.error.controlCharacter'
  | 'booking.error.formatNotBooked'
  | 'booking.error.noLetter'
  | 'booking.error.severalAdvertisers'
  | 'booking.format.atMost'
  | 'booking.format.shareByGoal'
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
  | 'booking.hint.budget'
  | 'booking.hint.bulkEdit'
  | 'booking.hint.categories'
  | 'booking.hint.chooseCampaign'
  | 'booking.hint.copiedParts'
  | 'booking.hint.creatives'
  | 'booking.hint.delivery'
  | 'booking.hint.duplicateStart'
  | 'booking.hint.everyDay'
  | 'booking.hint.exclusionLabels'
  | 'booking.hint.experimentViewers'
  | 'booking.hint.extend'
  | 'booking.hint.format'
  | 'booking.hint.formatMismatch'
  | 'booking.hint.holdout'
  | 'booking.hint.inventory'
  | 'booking.hint.keywordRules'
  | 'booking.hint.liftUnknown'
  | 'booking.hint.makegood'
  | 'booking.hint.makegoodPlays'
  | 'booking.hint.makegoodPositions'
  | 'booking.hint.modelledShares'
  | 'booking.hint.multipleSlots'
  | 'booking.hint.negativeKeywords'
  | 'booking.hint.noKeywords'
  | 'booking.hint.notSignificant'
  | 'booking.hint.productPages'
  | 'booking.hint.roadblock'
  | 'booking.hint.rotation'
  | 'booking.hint.sharesWithBooking'
  | 'booking.hint.sharesWithChanges'
  | 'booking.hint.significant'
  | 'booking.hint.simulation'
  | 'booking.hint.someKeywords'
  | 'booking.hint.sponsoredProducts'
  | 'booking.hint.targetCampaign'
  | 'booking.hint.targeting'
  | 'booking.hint.targetingRules'
  | 'booking.hint.wholeStore'
  | 'booking.keywordGroup.broad'
  | 'booking.keywordGroup.exact'
  | 'booking.keywordGroup.phrase'
  | 'booking.keywordMatch.broad'
  | 'booking.keywordMatch.exact'
  | 'booking.keywordMatch.phrase'
  | 'booking.label.activeDays'
  | 'booking.label.adId'
  | 'booking.label.advertiser'
  | 'booking.label.affectedBookings'
  | 'booking.label.allDay'
  | 'booking.label.anyHealth'
  | 'booking.label.anyStatus'
  | 'booking.label.anyType'
  | 'booking.label.assumptions'
  | 'booking.label.availability'
  | 'booking.label.booking'
  | 'booking.label.brand'
  | 'booking.label.budget'
  | 'booking.label.byGoal'
  | 'booking.label.campaign'
  | 'booking.label.caps'
  | 'booking.label.categories'
  | 'booking.label.certainHours'
  | 'booking.label.comparedToFirst'
  | 'booking.label.copiedParts'
  | 'booking.label.creative'
  | 'booking.label.creatives'
  | 'booking.label.ctr'
  | 'booking.label.currency'
  | 'booking.label.day'
  | 'booking.label.dayParts'
  | 'booking.label.delivered'
  | 'booking.label.deliveryMethod'
  | 'booking.label.duplicateStart'
  | 'booking.label.ecpm'
  | 'booking.label.editorActions'
  | 'booking.label.end'
  | 'booking.label.exclusionLabels'
  | 'booking.label.expectedAdded'
  | 'booking.label.expectedAtEnd'
  | 'booking.label.experiment'
  | 'booking.label.experimentConverted'
  | 'booking.label.experimentExposed'
  | 'booking.label.experimentGroup'
  | 'booking.label.experimentHoldout'
  | 'booking.label.experimentRate'
  | 'booking.label.experimentViewers'
  | 'booking.label.figures'
  | 'booking.label.format'
  | 'booking.label.formatId'
  | 'booking.label.formatMismatch'
  | 'booking.label.frontLoading'
  | 'booking.label.goal'
  | 'booking.label.goalTotal'
  | 'booking.label.health'
  | 'booking.label.highest'
  | 'booking.label.holdout'
  | 'booking.label.hour'
  | 'booking.label.image'
  | 'booking.label.impressionsToday'
  | 'booking.label.impressionsTotal'
  | 'booking.label.inventory'
  | 'booking.label.keywords'
  | 'booking.label.kind'
  | 'booking.label.lift'
  | 'booking.label.locations'
  | 'booking.label.loop'
  | 'booking.label.loopGap'
  | 'booking.label.loopPercent'
  | 'booking.label.loopPlays'
  | 'booking.label.loopRest'
  | 'booking.label.lostImpressions'
  | 'booking.label.lowest'
  | 'booking.label.makegoodMethod'
  | 'booking.label.makegoodOf'
  | 'booking.label.missedPlays'
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
  | 'booking.label.pacing'
  | 'booking.label.period'
  | 'booking.label.planned'
  | 'booking.label.playedOfPlanned'
  | 'booking.label.positions'
  | 'booking.label.price'
  | 'booking.label.priority'
  | 'booking.label.product'
  | 'booking.label.productPages'
  | 'booking.label.products'
  | 'booking.label.publication'
  | 'booking.label.publications'
  | 'booking.label.publishers'
  | 'booking.label.rate'
  | 'booking.label.refusalReasons'
  | 'booking.label.roadblock'
  | 'booking.label.rotation'
  | 'booking.label.runsFrom'
  | 'booking.label.runsUntil'
  | 'booking.label.search'
  | 'booking.label.selected'
  | 'booking.label.shareChange'
  | 'booking.label.shortfall'
  | 'booking.label.size'
  | 'booking.label.sku'
  | 'booking.label.spend'
  | 'booking.label.start'
  | 'booking.label.status'
  | 'booking.label.targetCampaign'
  | 'booking.label.targeting'
  | 'booking.label.today'
  | 'booking.label.type'
  | 'booking.label.viewability'
  | 'booking.label.voicePercent'
  | 'booking.label.voiceShare'
  | 'booking.label.week'
  | 'booking.label.weight'
  | 'booking.label.wholeStore'
  | 'booking.makegoodMethod.extend'
  | 'booking.makegoodMethod.makegood'
  | 'booking.makegoodPrice.free'
  | 'booking.makegoodPrice.same'
  | 'booking.missingField.campaign'
  | 'booking.missingField.creative'
  | 'booking.missingField.goal'
  | 'booking.missingField.inventory'
  | 'booking.missingField.name'
  | 'booking.missingField.products'
  | 'booking.missingField.targeting'
  | 'booking.negativeKeywordGroup.broad'
  | 'booking.negativeKeywordGroup.exact'
  | 'booking.negativeKeywordGroup.phrase'
  | 'booking.notice.draftSaved'
  | 'booking.notice.submitted'
  | 'booking.notice.submittedAndApproved'
  | 'booking.notice.undone'
  | 'booking.placeholder.chooseFormat'
  | 'booking.placeholder.newKeywords'
  | 'booking.placeholder.noFormats'
  | 'booking.text.canStillSubmit'
  | 'booking.text.complete'
  | 'booking.text.countComplete'
  | 'booking.text.countEmpty'
  | 'booking.text.draftNeedsFormat'
  | 'booking.text.draftNeedsKeyword'
  | 'booking.text.draftNeedsProduct'
  | 'booking.text.eligibleForNone'
  | 'booking.text.forecastEmpty'
  | 'booking.text.forecastNeedsCampaign'
  | 'booking.text.forecastNeedsTargeting'
  | 'booking.text.goalNotReachable'
  | 'booking.text.makegoodNotReached'
  | 'booking.text.move'
  | 'booking.text.noAdRequests'
  | 'booking.text.noBookings'
  | 'booking.text.noCompetitors'
  | 'booking.text.noCreatives'
  | 'booking.text.noDisplacement'
  | 'booking.text.noForecastError'
  | 'booking.text.noInterval'
  | 'booking.text.noRequestLost'
  | 'booking.text.saved'
  | 'booking.text.savesSoon'
  | 'booking.text.saving'
  | 'booking.text.shareEmpty'
  | 'booking.text.simulationStale'
  | 'booking.text.skipped'
  | 'booking.text.unchanged'
  | 'booking.text.unsaved'
  | 'booking.text.widenTargeting'
  | 'booking.title.adRequests'
  | 'booking.title.availability'
  | 'booking.title.basics'
  | 'booking.title.blocked'
  | 'booking.title.byPosition'
  | 'booking.title.complete'
  | 'booking.title.creatives'
  | 'booking.title.creativesOfBooking'
  | 'booking.title.delivery'
  | 'booking.title.deliveryIssues'
  | 'booking.title.displaced'
  | 'booking.title.edit'
  | 'booking.title.experiment'
  | 'booking.title.forDraft'
  | 'booking.title.forSubmission'
  | 'booking.title.inventory'
  | 'booking.title.list'
  | 'booking.title.missing'
  | 'booking.title.new'
  | 'booking.title.noBookings'
  | 'booking.title.noCreatives'
  | 'booking.title.noIssues'
  | 'booking.title.noMatch'
  | 'booking.title.notUploaded'
  | 'booking.title.otherBookings'
  | 'booking.title.outsideSchedule'
  | 'booking.title.productsOfBooking'
  | 'booking.title.rejected'
  | 'booking.title.schedule'
  | 'booking.title.setup'
  | 'booking.title.share'
  | 'booking.title.simulation'
  | 'booking.title.sponsoredProducts'
  | 'booking.title.storeRoadblock'
  | 'booking.title.targeting'
  | 'booking.title.terms'
  | 'booking.title.unnamed'
  | 'bookingTemplate.action.delete'
  | 'bookingTemplate.action.manage'
  | 'bookingTemplate.action.rename'
  | 'bookingTemplate.action.save'
  | 'bookingTemplate.action.saveAs'
  | 'bookingTemplate.action.use'
  | 'bookingTemplate.hint.description'
  | 'bookingTemplate.hint.overwrite'
  | 'bookingTemplate.hint.shared'
  | 'bookingTemplate.label.newTemplate'
  | 'bookingTemplate.label.owner'
  | 'bookingTemplate.label.privateBadge'
  | 'bookingTemplate.label.search'
  | 'bookingTemplate.label.shared'
  | 'bookingTemplate.label.sharedBadge'
  | 'bookingTemplate.label.storedTemplate'
  | 'bookingTemplate.label.target'
  | 'bookingTemplate.label.template'
  | 'bookingTemplate.label.visibility'
  | 'bookingTemplate.text.deleteWarning'
  | 'bookingTemplate.text.lead'
  | 'bookingTemplate.text.missing'
  | 'bookingTemplate.text.none'
  | 'bookingTemplate.title.list'
  | 'bookingTemplate.title.none'
  | 'bookingTemplate.title.pick'
  | 'bookingTemplate.title.save'
  | 'bulkEdit.creativesMode.add'
  | 'bulkEdit.creativesMode.keep'
  | 'bulkEdit.creativesMode.remove'
  | 'bulkEdit.creativesMode.replace'
  | 'bulkEdit.hint.addCreatives'
  | 'bulkEdit.hint.addTargeting'
  | 'bulkEdit.hint.replaceTargeting'
  | 'bulkEdit.label.conditions'
  | 'bulkEdit.label.newCreative'
  | 'bulkEdit.label.replacedCreative'
  | 'bulkEdit.labelsMode.add'
  | 'bulkEdit.labelsMode.keep'
  | 'bulkEdit.labelsMode.remove'
  | 'bulkEdit.labelsMode.replace'
  | 'bulkEdit.targetingMode.add'
  | 'bulkEdit.targetingMode.keep'
  | 'bulkEdit.targetingMode.remove'
  | 'bulkEdit.targetingMode.replace'
  | 'bulkEdit.text.noDifference'
  | 'bulkEdit.title.changes'
  | 'bulkEdit.title.unchanged'
  | 'campaign.action.addBooking'
  | 'campaign.action.clearValidUntil'
  | 'campaign.action.create'
  | 'campaign.action.duplicate'
  | 'campaign.action.edit'
  | 'campaign.action.exportCsv'
  | 'campaign.action.importCsv'
  | 'campaign.action.new'
  | 'campaign.action.selectFile'
  | 'campaign.action.selectOtherFile'
  | 'campaign.action.showAll'
  | 'campaign.bulkVerb.archive'
  | 'campaign.bulkVerb.pause'
  | 'campaign.bulkVerb.resume'
  | 'campaign.bulkVerb.submit'
  | 'campaign.error.emptyCell'
  | 'campaign.error.importConflict'
  | 'campaign.error.noRows'
  | 'campaign.error.undoConflict'
  | 'campaign.hint.advertiser'
  | 'campaign.hint.brands'
  | 'campaign.hint.budget'
  | 'campaign.hint.import'
  | 'campaign.hint.invoiceCompany'
  | 'campaign.hint.name'
  | 'campaign.hint.validUntil'
  | 'campaign.label.advertiser'
  | 'campaign.label.advertiserFirst'
  | 'campaign.label.anyHealth'
  | 'campaign.label.anyStatus'
  | 'campaign.label.anyType'
  | 'campaign.label.booking'
  | 'campaign.label.brand'
  | 'campaign.label.brands'
  | 'campaign.label.budget'
  | 'campaign.label.campaign'
  | 'campaign.label.creatives'
  | 'campaign.label.ctr'
  | 'campaign.label.deliveryMethod'
  | 'campaign.label.details'
  | 'campaign.label.duplicateBookings'
  | 'campaign.label.end'
  | 'campaign.label.firstDay'
  | 'campaign.label.goal'
  | 'campaign.label.health'
  | 'campaign.label.impressionsToday'
  | 'campaign.label.impressionsTotal'
  | 'campaign.label.inventory'
  | 'campaign.label.invoiceCompany'
  | 'campaign.label.lastDay'
  | 'campaign.label.line'
  | 'campaign.label.poNumber'
  | 'campaign.label.priority'
  | 'campaign.label.progress'
  | 'campaign.label.readingFile'
  | 'campaign.label.result'
  | 'campaign.label.runsFrom'
  | 'campaign.label.runsUntil'
  | 'campaign.label.search'
  | 'campaign.label.selected'
  | 'campaign.label.start'
  | 'campaign.label.status'
  | 'campaign.label.type'
  | 'campaign.label.validUntil'
  | 'campaign.label.viewability'
  | 'campaign.notice.importUndone'
  | 'campaign.notice.saved'
  | 'campaign.notice.undone'
  | 'campaign.rowKind.change'
  | 'campaign.rowKind.create'
  | 'campaign.rowKind.invalid'
  | 'campaign.rowKind.same'
  | 'campaign.text.created'
  | 'campaign.text.importPreview'
  | 'campaign.text.noBookings'
  | 'campaign.text.noCampaigns'
  | 'campaign.text.skipped'
  | 'campaign.text.windowsEncoding'
  | 'campaign.title.blocked'
  | 'campaign.title.bookings'
  | 'campaign.title.cannotImport'
  | 'campaign.title.deliveryIssues'
  | 'campaign.title.edit'
  | 'campaign.title.figures'
  | 'campaign.title.fileLines'
  | 'campaign.title.import'
  | 'campaign.title.list'
  | 'campaign.title.new'
  | 'campaign.title.noBookings'
  | 'campaign.title.noCampaigns'
  | 'campaign.title.noMatch'
  | 'comment.action.attachFiles'
  | 'comment.action.deleteComment'
  | 'comment.action.editComment'
  | 'comment.action.markAllRead'
  | 'comment.action.markRead'
  | 'comment.action.openPreferences'
  | 'comment.action.send'
  | 'comment.action.showEarlier'
  | 'comment.action.showMore'
  | 'comment.hint.newComment'
  | 'comment.label.attachments'
  | 'comment.label.byEmail'
  | 'comment.label.edited'
  | 'comment.label.editedComment'
  | 'comment.label.file'
  | 'comment.label.images'
  | 'comment.label.inApp'
  | 'comment.label.mentionableUsers'
  | 'comment.label.newComment'
  | 'comment.label.notificationKind'
  | 'comment.label.unknownAuthor'
  | 'comment.label.unread'
  | 'comment.notice.deleted'
  | 'comment.notice.preferencesSaved'
  | 'comment.notice.restored'
  | 'comment.notificationKind.approved'
  | 'comment.notificationKind.comment'
  | 'comment.notificationKind.ended'
  | 'comment.notificationKind.hold_ending'
  | 'comment.notificationKind.mention'
  | 'comment.notificationKind.rejected'
  | 'comment.notificationKind.under_delivering'
  | 'comment.notificationKindHint.approved'
  | 'comment.notificationKindHint.comment'
  | 'comment.notificationKindHint.ended'
  | 'comment.notificationKindHint.hold_ending'
  | 'comment.notificationKindHint.mention'
  | 'comment.notificationKindHint.rejected'
  | 'comment.notificationKindHint.under_delivering'
  | 'comment.text.noComments'
  | 'comment.text.noMailServer'
  | 'comment.text.noMentionableUser'
  | 'comment.text.noNotifications'
  | 'comment.text.preferences'
  | 'comment.title.comments'
  | 'comment.title.notifications'
  | 'comment.title.preferences'
  | 'common.action.addSystem'
  | 'common.action.archive'
  | 'common.action.back'
  | 'common.action.cancel'
  | 'common.action.clear'
  | 'common.action.clearSelection'
  | 'common.action.close'
  | 'common.action.createNew'
  | 'common.action.download'
  | 'common.action.duplicate'
  | 'common.action.edit'
  | 'common.action.goHome'
  | 'common.action.keepMine'
  | 'common.action.moreActions'
  | 'common.action.moreFilters'
  | 'common.action.openGuide'
  | 'common.action.reject'
  | 'common.action.remove'
  | 'common.action.replaceWithHours'
  | 'common.action.resetColumns'
  | 'common.action.resetToNow'
  | 'common.action.retry'
  | 'common.action.save'
  | 'common.action.search'
  | 'common.action.secretStored'
  | 'common.action.selectAll'
  | 'common.action.takeTheirs'
  | 'common.action.unarchive'
  | 'common.action.undo'
  | 'common.action.upload'
  | 'common.error.unexpected'
  | 'common.error.unreachable'
  | 'common.error.unreachableDetail'
  | 'common.hint.beta'
  | 'common.hint.externalId'
  | 'common.hint.holdNote'
  | 'common.hint.holdUntil'
  | 'common.hint.now'
  | 'common.hint.rejectionReason'
  | 'common.hint.viewName'
  | 'common.label.actions'
  | 'common.label.active'
  | 'common.label.anyBrand'
  | 'common.label.approvedVersion'
  | 'common.label.archived'
  | 'common.label.beta'
  | 'common.label.code'
  | 'common.label.columns'
  | 'common.label.copied'
  | 'common.label.created'
  | 'common.label.currency'
  | 'common.label.date'
  | 'common.label.description'
  | 'common.label.email'
  | 'common.label.evenings'
  | 'common.label.externalId'
  | 'common.label.field'
  | 'common.label.files'
  | 'common.label.firstDay'
  | 'common.label.hiddenColumns'
  | 'common.label.holdUntil'
  | 'common.label.id'
  | 'common.label.includeArchived'
  | 'common.label.lastDay'
  | 'common.label.mornings'
  | 'common.label.name'
  | 'common.label.no'
  | 'common.label.none'
  | 'common.label.note'
  | 'common.label.officeHours'
  | 'common.label.pendingVersion'
  | 'common.label.preparedVersion'
  | 'common.label.reason'
  | 'common.label.savedViews'
  | 'common.label.status'
  | 'common.label.storedVersion'
  | 'common.label.system'
  | 'common.label.systemIds'
  | 'common.label.theirVersion'
  | 'common.label.type'
  | 'common.label.unknown'
  | 'common.label.updated'
  | 'common.label.viewName'
  | 'common.label.views'
  | 'common.label.weekHours'
  | 'common.label.yes'
  | 'common.label.yourVersion'
  | 'common.operation.accept'
  | 'common.operation.approve'
  | 'common.operation.archive'
  | 'common.operation.cancel'
  | 'common.operation.confirm'
  | 'common.operation.convert'
  | 'common.operation.hold'
  | 'common.operation.pause'
  | 'common.operation.reject'
  | 'common.operation.release'
  | 'common.operation.reopen'
  | 'common.operation.resume'
  | 'common.operation.submit'
  | 'common.operation.unarchive'
  | 'common.operationWarning.archive'
  | 'common.operationWarning.cancel'
  | 'common.operationWarning.release'
  | 'common.text.archiveWarning'
  | 'common.text.archivedReadOnly'
  | 'common.text.cannotCreate'
  | 'common.text.conflict'
  | 'common.text.loading'
  | 'common.text.noAccess'
  | 'common.text.noDifferences'
  | 'common.text.noHours'
  | 'common.text.noResults'
  | 'common.text.pageNotFound'
  | 'common.text.preparedDraft'
  | 'common.text.saving'
  | 'common.text.searching'
  | 'common.text.secretOnce'
  | 'common.text.uploadFile'
  | 'common.text.uploadFiles'
  | 'common.title.accessDenied'
  | 'common.title.changesSinceApproval'
  | 'common.title.conflict'
  | 'common.title.conflictingFields'
  | 'common.title.pageNotFound'
  | 'common.title.preparedChanges'
  | 'configuration.action.export'
  | 'configuration.action.selectFiles'
  | 'configuration.action.undo'
  | 'configuration.label.action'
  | 'configuration.label.archive'
  | 'configuration.label.author'
  | 'configuration.label.bookings'
  | 'configuration.label.changes'
  | 'configuration.label.create'
  | 'configuration.label.fields'
  | 'configuration.label.note'
  | 'configuration.label.number'
  | 'configuration.label.object'
  | 'configuration.label.position'
  | 'configuration.label.prune'
  | 'configuration.label.restore'
  | 'configuration.label.time'
  | 'configuration.label.undo'
  | 'configuration.label.update'
  | 'configuration.notice.applied'
  | 'configuration.notice.undone'
  | 'configuration.text.applies'
  | 'configuration.text.compare'
  | 'configuration.text.default'
  | 'configuration.text.lead'
  | 'configuration.text.noApplies'
  | 'configuration.text.noChanges'
  | 'configuration.title.applies'
  | 'configuration.title.compare'
  | 'configuration.title.noApplies'
  | 'configuration.title.shares'
  | 'conversion.action.copyCode'
  | 'conversion.category.add_to_cart'
  | 'conversion.category.lead'
  | 'conversion.category.other'
  | 'conversion.category.purchase'
  | 'conversion.category.sign_up'
  | 'conversion.category.visit'
  | 'conversion.click.brand'
  | 'conversion.click.product'
  | 'conversion.codeHint.pixel'
  | 'conversion.codeHint.script'
  | 'conversion.codeHint.server'
  | 'conversion.codeKind.pixel'
  | 'conversion.codeKind.script'
  | 'conversion.codeKind.server'
  | 'conversion.counting.every'
  | 'conversion.counting.once'
  | 'conversion.hint.brand'
  | 'conversion.hint.counting'
  | 'conversion.hint.defaultValue'
  | 'conversion.label.actions'
  | 'conversion.label.ad'
  | 'conversion.label.allBrands'
  | 'conversion.label.anyStatus'
  | 'conversion.label.attributed'
  | 'conversion.label.booking'
  | 'conversion.label.brand'
  | 'conversion.label.category'
  | 'conversion.label.clickDays'
  | 'conversion.label.counting'
  | 'conversion.label.defaultValue'
  | 'conversion.label.lines'
  | 'conversion.label.mediaPartner'
  | 'conversion.label.method'
  | 'conversion.label.order'
  | 'conversion.label.orderId'
  | 'conversion.label.orderedAt'
  | 'conversion.label.otherAccount'
  | 'conversion.label.outcome'
  | 'conversion.label.receivedAt'
  | 'conversion.label.reported'
  | 'conversion.label.revenue'
  | 'conversion.label.rule'
  | 'conversion.label.time'
  | 'conversion.label.viewDays'
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
  | 'conversion.status.repeated'
  | 'conversion.status.unattributed'
  | 'conversion.status.waiting'
  | 'conversion.statusHint.attributed'
  | 'conversion.statusHint.repeated'
  | 'conversion.statusHint.unattributed'
  | 'conversion.statusHint.waiting'
  | 'conversion.text.actions'
  | 'conversion.text.archiveAction'
  | 'conversion.text.candidatesExpired'
  | 'conversion.text.lead'
  | 'conversion.text.noActions'
  | 'conversion.text.noCandidates'
  | 'conversion.text.noOrders'
  | 'conversion.text.noValue'
  | 'conversion.text.reported'
  | 'conversion.text.unknownProduct'
  | 'conversion.title.code'
  | 'conversion.title.conversions'
  | 'conversion.title.list'
  | 'conversion.title.noActions'
  | 'conversion.title.noOrders'
  | 'conversion.title.touches'
  | 'conversion.view.brand'
  | 'conversion.view.product'
  | 'creative.action.create'
  | 'creative.action.duplicate'
  | 'creative.action.new'
  | 'creative.action.openPreview'
  | 'creative.action.replaceFile'
  | 'creative.action.showAll'
  | 'creative.action.showOtherFormats'
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
  | 'creative.hint.trackers'
  | 'creative.hint.vastUrl'
  | 'creative.label.altText'
  | 'creative.label.anyFormat'
  | 'creative.label.anyStatus'
  | 'creative.label.anyType'
  | 'creative.label.bookedFormatsOnly'
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
  | 'creative.label.pickerSearch'
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
  | 'creative.surface.fit'
  | 'creative.surface.page'
  | 'creative.surface.phone'
  | 'creative.surface.screen'
  | 'creative.surface.size'
  | 'creative.text.allBooked'
  | 'creative.text.allFormatsCovered'
  | 'creative.text.created'
  | 'creative.text.editReviewed'
  | 'creative.text.fileReplaced'
  | 'creative.text.fileSubmitted'
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
  | 'creative.title.picker'
  | 'creative.title.preview'
  | 'creative.title.product'
  | 'creative.title.rejected'
  | 'creative.title.replaceFile'
  | 'creative.tracker.click'
  | 'creative.tracker.impression'
  | 'creative.tracker.viewable'
  | 'decision.action.explain'
  | 'decision.action.explainRequest'
  | 'decision.action.moreConditions'
  | 'decision.consent.denied'
  | 'decision.consent.granted'
  | 'decision.consent.unknown'
  | 'decision.consent.unstated'
  | 'decision.decidedBy.claim'
  | 'decision.decidedBy.fill'
  | 'decision.decidedBy.roadblock'
  | 'decision.decidedBy.share'
  | 'decision.hint.commaSeparated'
  | 'decision.hint.consent'
  | 'decision.hint.country'
  | 'decision.hint.devices'
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
  | 'email.action.acceptInvitation'
  | 'email.action.setNewPassword'
  | 'email.text.attached'
  | 'email.text.download'
  | 'email.text.ignoreInvitation'
  | 'email.text.nothingCounted'
  | 'firstAd.action.another'
  | 'firstAd.action.copyTag'
  | 'firstAd.action.create'
  | 'firstAd.action.openTestPage'
  | 'firstAd.checkDone.ad'
  | 'firstAd.checkDone.impression'
  | 'firstAd.checkDone.live'
  | 'firstAd.checkDone.request'
  | 'firstAd.checkWaiting.ad'
  | 'firstAd.checkWaiting.impression'
  | 'firstAd.checkWaiting.live'
  | 'firstAd.checkWaiting.request'
  | 'firstAd.hint.clickUrl'
  | 'firstAd.label.advertiser'
  | 'firstAd.label.clickUrl'
  | 'firstAd.label.progress'
  | 'firstAd.label.site'
  | 'firstAd.label.suggestedAdvertiser'
  | 'firstAd.label.testImage'
  | 'firstAd.label.uploadImage'
  | 'firstAd.step.advertiser'
  | 'firstAd.step.booking'
  | 'firstAd.step.campaign'
  | 'firstAd.step.creative'
  | 'firstAd.step.inventory'
  | 'firstAd.text.advertiser'
  | 'firstAd.text.createdLead'
  | 'firstAd.text.creative'
  | 'firstAd.text.finished'
  | 'firstAd.text.lead'
  | 'firstAd.text.noAd'
  | 'firstAd.text.noFormats'
  | 'firstAd.text.pendingApproval'
  | 'firstAd.text.site'
  | 'firstAd.text.size'
  | 'firstAd.text.tag'
  | 'firstAd.title.advertiser'
  | 'firstAd.title.check'
  | 'firstAd.title.created'
  | 'firstAd.title.creative'
  | 'firstAd.title.page'
  | 'firstAd.title.site'
  | 'firstAd.title.size'
  | 'firstAd.title.tag'
  | 'help.text.helpLead'
  | 'help.text.share'
  | 'help.title.creativeStates'
  | 'help.title.deliveryIssues'
  | 'help.title.health'
  | 'help.title.notDelivering'
  | 'help.title.requestRefused'
  | 'help.title.share'
  | 'help.title.statuses'
  | 'inventory.action.addField'
  | 'inventory.action.addLocation'
  | 'inventory.action.addPosition'
  | 'inventory.action.addPublication'
  | 'inventory.action.checkAuthorization'
  | 'inventory.action.clearAsset'
  | 'inventory.action.copyCode'
  | 'inventory.action.copySlotName'
  | 'inventory.action.newFormat'
  | 'inventory.action.newPositions'
  | 'inventory.action.newPublisher'
  | 'inventory.action.openInventory'
  | 'inventory.action.openSettings'
  | 'inventory.action.selectAll'
  | 'inventory.action.showPreview'
  | 'inventory.action.viewLoop'
  | 'inventory.action.viewOnMap'
  | 'inventory.action.viewReport'
  | 'inventory.action.viewScreens'
  | 'inventory.audio.no'
  | 'inventory.audio.yes'
  | 'inventory.authorization.authorized'
  | 'inventory.authorization.invalid'
  | 'inventory.authorization.missing'
  | 'inventory.authorization.not_listed'
  | 'inventory.authorization.private_address'
  | 'inventory.authorization.redirected'
  | 'inventory.authorization.too_large'
  | 'inventory.authorization.unreachable'
  | 'inventory.authorizationHint.authorized'
  | 'inventory.authorizationHint.invalid'
  | 'inventory.authorizationHint.missing'
  | 'inventory.authorizationHint.not_listed'
  | 'inventory.authorizationHint.private_address'
  | 'inventory.authorizationHint.redirected'
  | 'inventory.authorizationHint.too_large'
  | 'inventory.authorizationHint.unreachable'
  | 'inventory.category.display'
  | 'inventory.category.in_store'
  | 'inventory.category.sponsored_products'
  | 'inventory.fieldKind.choice'
  | 'inventory.fieldKind.image'
  | 'inventory.fieldKind.longtext'
  | 'inventory.fieldKind.number'
  | 'inventory.fieldKind.text'
  | 'inventory.fieldKind.url'
  | 'inventory.headsup.all'
  | 'inventory.headsup.none'
  | 'inventory.headsup.screens'
  | 'inventory.hint.adagents'
  | 'inventory.hint.adagentsReference'
  | 'inventory.hint.adsTxt'
  | 'inventory.hint.advanceDownload'
  | 'inventory.hint.blockedLabels'
  | 'inventory.hint.businessDomain'
  | 'inventory.hint.category'
  | 'inventory.hint.chain'
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
  | 'inventory.hint.sellerType'
  | 'inventory.hint.store'
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
  | 'inventory.label.audio'
  | 'inventory.label.blockedLabels'
  | 'inventory.label.booking'
  | 'inventory.label.businessDomain'
  | 'inventory.label.category'
  | 'inventory.label.chain'
  | 'inventory.label.choices'
  | 'inventory.label.clientType'
  | 'inventory.label.code'
  | 'inventory.label.companyName'
  | 'inventory.label.day'
  | 'inventory.label.defaultLimit'
  | 'inventory.label.diagonal'
  | 'inventory.label.domains'
  | 'inventory.label.empty'
  | 'inventory.label.emptyPlays'
  | 'inventory.label.fieldLabel'
  | 'inventory.label.floor'
  | 'inventory.label.format'
  | 'inventory.label.formats'
  | 'inventory.label.grid'
  | 'inventory.label.height'
  | 'inventory.label.inventory'
  | 'inventory.label.issue'
  | 'inventory.label.lastCheck'
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
  | 'inventory.label.sellerType'
  | 'inventory.label.shareOfPlays'
  | 'inventory.label.size'
  | 'inventory.label.slot'
  | 'inventory.label.slotLength'
  | 'inventory.label.slotName'
  | 'inventory.label.slotNames'
  | 'inventory.label.store'
  | 'inventory.label.storeZone'
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
  | 'inventory.screenFact.closed'
  | 'inventory.screenFact.open'
  | 'inventory.sellerType.both'
  | 'inventory.sellerType.intermediary'
  | 'inventory.sellerType.publisher'
  | 'inventory.snippet.downloads'
  | 'inventory.snippet.fetch'
  | 'inventory.snippet.get'
  | 'inventory.snippet.iframe'
  | 'inventory.snippet.prebid'
  | 'inventory.snippet.script'
  | 'inventory.snippet.stack'
  | 'inventory.snippet.tag'
  | 'inventory.snippet.vast'
  | 'inventory.snippetHint.downloads'
  | 'inventory.snippetHint.fetch'
  | 'inventory.snippetHint.get'
  | 'inventory.snippetHint.iframe'
  | 'inventory.snippetHint.prebid'
  | 'inventory.snippetHint.script'
  | 'inventory.snippetHint.stack'
  | 'inventory.snippetHint.tag'
  | 'inventory.snippetHint.vast'
  | 'inventory.storeZone.aisle'
  | 'inventory.storeZone.checkout'
  | 'inventory.storeZone.entrance'
  | 'inventory.storeZone.exterior'
  | 'inventory.storeZone.other'
  | 'inventory.text.archiveFormat'
  | 'inventory.text.archiveLocation'
  | 'inventory.text.archivePosition'
  | 'inventory.text.archivePublication'
  | 'inventory.text.archivePublisher'
  | 'inventory.text.authorizationChecked'
  | 'inventory.text.formats'
  | 'inventory.text.inventory'
  | 'inventory.text.loop'
  | 'inventory.text.moveSlider'
  | 'inventory.text.newPositions'
  | 'inventory.text.noFormats'
  | 'inventory.text.noInventory'
  | 'inventory.text.noLocations'
  | 'inventory.text.noMatch'
  | 'inventory.text.noPreview'
  | 'inventory.text.noScreenSelected'
  | 'inventory.text.noScreens'
  | 'inventory.text.noSellerDomain'
  | 'inventory.text.notChecked'
  | 'inventory.text.nothingSelected'
  | 'inventory.text.screens'
  | 'inventory.text.screensHealthy'
  | 'inventory.text.screensOf'
  | 'inventory.text.searchScope'
  | 'inventory.title.authorization'
  | 'inventory.title.formats'
  | 'inventory.title.integrationCode'
  | 'inventory.title.inventory'
  | 'inventory.title.issues'
  | 'inventory.title.loop'
  | 'inventory.title.newPositions'
  | 'inventory.title.noFormats'
  | 'inventory.title.noInventory'
  | 'inventory.title.noLocations'
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
  | 'labels.bookingPart.caps'
  | 'labels.bookingPart.creatives'
  | 'labels.bookingPart.delivery'
  | 'labels.bookingPart.pricing'
  | 'labels.bookingPart.schedule'
  | 'labels.bookingPart.targeting'
  | 'labels.bookingPart.trackers'
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
  | 'labels.counter.completes'
  | 'labels.counter.impressions'
  | 'labels.counter.starts'
  | 'labels.counter.viewables'
  | 'labels.createResource.booking-templates'
  | 'labels.createResource.brands'
  | 'labels.createResource.buyer-agents'
  | 'labels.createResource.conversion-actions'
  | 'labels.createResource.destination-connections'
  | 'labels.createResource.identity-providers'
  | 'labels.createResource.inventory/format'
  | 'labels.createResource.inventory/location'
  | 'labels.createResource.inventory/position'
  | 'labels.createResource.inventory/publication'
  | 'labels.createResource.inventory/publisher'
  | 'labels.createResource.media-partners'
  | 'labels.createResource.product-packages'
  | 'labels.createResource.products'
  | 'labels.createResource.report-schedules'
  | 'labels.createResource.saved-reports'
  | 'labels.createResource.segments'
  | 'labels.createResource.service-accounts'
  | 'labels.createResource.users'
  | 'labels.createResource.webhooks'
  | 'labels.creativeKind.advar'
  | 'labels.creativeKind.audio'
  | 'labels.creativeKind.html'
  | 'labels.creativeKind.html5'
  | 'labels.creativeKind.image'
  | 'labels.creativeKind.native'
  | 'labels.creativeKind.product'
  | 'labels.creativeKind.vast'
  | 'labels.creativeKind.video'
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
  | 'labels.goal.completes'
  | 'labels.goal.impressions'
  | 'labels.goal.plays'
  | 'labels.goal.spend'
  | 'labels.goal.starts'
  | 'labels.goal.views'
  | 'labels.health.at_risk'
  | 'labels.health.critical'
  | 'labels.health.ok'
  | 'labels.healthHint.at_risk'
  | 'labels.healthHint.critical'
  | 'labels.healthHint.ok'
  | 'labels.money.revenue'
  | 'labels.money.spend'
  | 'labels.newResource.booking-templates'
  | 'labels.newResource.brands'
  | 'labels.newResource.buyer-agents'
  | 'labels.newResource.conversion-actions'
  | 'labels.newResource.destination-connections'
  | 'labels.newResource.identity-providers'
  | 'labels.newResource.inventory/format'
  | 'labels.newResource.inventory/location'
  | 'labels.newResource.inventory/position'
  | 'labels.newResource.inventory/publication'
  | 'labels.newResource.inventory/publisher'
  | 'labels.newResource.media-partners'
  | 'labels.newResource.product-packages'
  | 'labels.newResource.products'
  | 'labels.newResource.report-schedules'
  | 'labels.newResource.saved-reports'
  | 'labels.newResource.segments'
  | 'labels.newResource.service-accounts'
  | 'labels.newResource.users'
  | 'labels.newResource.webhooks'
  | 'labels.otherKind.activity'
  | 'labels.otherKind.comments'
  | 'labels.otherKind.erasures'
  | 'labels.otherKind.favorites'
  | 'labels.otherKind.notifications'
  | 'labels.otherKind.segments/deliveries'
  | 'labels.otherKind.user-mapping'
  | 'labels.priceModel.cpa'
  | 'labels.priceModel.cpc'
  | 'labels.priceModel.cpcv'
  | 'labels.priceModel.cpd'
  | 'labels.priceModel.cpm'
  | 'labels.priceModel.cpv'
  | 'labels.priceModel.flat'
  | 'labels.priceModel.flat_over_flight'
  | 'labels.priceModel.vcpm'
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
  | 'labels.reason.DISCREPANCY'
  | 'labels.reason.EXCLUSION_LABEL'
  | 'labels.reason.FILL_NOT_NEEDED'
  | 'labels.reason.GOAL_REACHED'
  | 'labels.reason.HOLDOUT'
  | 'labels.reason.HOLD_EXPIRED'
  | 'labels.reason.LABEL_BLOCKED'
  | 'labels.reason.MISSED_PLAYS'
  | 'labels.reason.NEEDS_APP'
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
  | 'labels.reason.ROADBLOCK_DECIDED'
  | 'labels.reason.ROADBLOCK_INCOMPLETE'
  | 'labels.reason.TAKEN_BY_ROADBLOCK'
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
  | 'labels.reasonAction.DISCREPANCY'
  | 'labels.reasonAction.EXCLUSION_LABEL'
  | 'labels.reasonAction.FILL_NOT_NEEDED'
  | 'labels.reasonAction.GOAL_REACHED'
  | 'labels.reasonAction.HOLDOUT'
  | 'labels.reasonAction.HOLD_EXPIRED'
  | 'labels.reasonAction.LABEL_BLOCKED'
  | 'labels.reasonAction.MISSED_PLAYS'
  | 'labels.reasonAction.NEEDS_APP'
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
  | 'labels.reasonAction.ROADBLOCK_DECIDED'
  | 'labels.reasonAction.ROADBLOCK_INCOMPLETE'
  | 'labels.reasonAction.TAKEN_BY_ROADBLOCK'
  | 'labels.reasonAction.TARGETING_NOT_MET'
  | 'labels.reportColumn.audience'
  | 'labels.reportColumn.clicks'
  | 'labels.reportColumn.completes'
  | 'labels.reportColumn.completionPercent'
  | 'labels.reportColumn.conversions'
  | 'labels.reportColumn.ctrPercent'
  | 'labels.reportColumn.filtered'
  | 'labels.reportColumn.firstQuartiles'
  | 'labels.reportColumn.frequency'
  | 'labels.reportColumn.impressions'
  | 'labels.reportColumn.knownImpressions'
  | 'labels.reportColumn.midpoints'
  | 'labels.reportColumn.plays'
  | 'labels.reportColumn.reach'
  | 'labels.reportColumn.shareOfVoicePercent'
  | 'labels.reportColumn.starts'
  | 'labels.reportColumn.thirdQuartiles'
  | 'labels.reportColumn.units'
  | 'labels.reportColumn.viewabilityPercent'
  | 'labels.reportColumn.viewables'
  | 'labels.reportDimension.booking'
  | 'labels.reportDimension.brand'
  | 'labels.reportDimension.browser'
  | 'labels.reportDimension.campaign'
  | 'labels.reportDimension.category'
  | 'labels.reportDimension.country'
  | 'labels.reportDimension.creative'
  | 'labels.reportDimension.day'
  | 'labels.reportDimension.device'
  | 'labels.reportDimension.hour'
  | 'labels.reportDimension.hourOfWeek'
  | 'labels.reportDimension.keyValue'
  | 'labels.reportDimension.keyword'
  | 'labels.reportDimension.location'
  | 'labels.reportDimension.mediaPartner'
  | 'labels.reportDimension.month'
  | 'labels.reportDimension.os'
  | 'labels.reportDimension.page'
  | 'labels.reportDimension.position'
  | 'labels.reportDimension.product'
  | 'labels.reportDimension.publication'
  | 'labels.reportDimension.publisher'
  | 'labels.reportDimension.region'
  | 'labels.reportDimension.segment'
  | 'labels.reportDimension.viewerLanguage'
  | 'labels.resourceType.audit-entries'
  | 'labels.resourceType.booking-templates'
  | 'labels.resourceType.bookings'
  | 'labels.resourceType.brands'
  | 'labels.resourceType.buyer-agents'
  | 'labels.resourceType.campaigns'
  | 'labels.resourceType.conversion-actions'
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
  | 'labels.resourceType.product-packages'
  | 'labels.resourceType.products'
  | 'labels.resourceType.purchases'
  | 'labels.resourceType.report-schedules'
  | 'labels.resourceType.revisions'
  | 'labels.resourceType.saved-reports'
  | 'labels.resourceType.segment-deliveries'
  | 'labels.resourceType.segments'
  | 'labels.resourceType.service-accounts'
  | 'labels.resourceType.settings'
  | 'labels.resourceType.user-identities'
  | 'labels.resourceType.users'
  | 'labels.resourceType.webhook-deliveries'
  | 'labels.resourceType.webhooks'
  | 'labels.resourceTypes.buyer-agents'
  | 'labels.resourceTypes.identity-providers'
  | 'labels.resourceTypes.service-accounts'
  | 'labels.resourceTypes.users'
  | 'labels.resourceTypes.webhooks'
  | 'labels.roadblock.all'
  | 'labels.roadblock.as_many_as_possible'
  | 'labels.roadblock.none'
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
  | 'labels.rotation.ab_test'
  | 'labels.rotation.optimized_for_clicks'
  | 'labels.rotation.optimized_for_views'
  | 'labels.rotation.weighted'
  | 'labels.screenCondition.files_missing'
  | 'labels.screenCondition.healthy'
  | 'labels.screenCondition.not_seen'
  | 'labels.screenCondition.records_changed'
  | 'labels.screenCondition.wrong_clock'
  | 'labels.screenConditionHint.files_missing'
  | 'labels.screenConditionHint.healthy'
  | 'labels.screenConditionHint.not_seen'
  | 'labels.screenConditionHint.records_changed'
  | 'labels.screenConditionHint.wrong_clock'
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
  | 'labels.targetingFact.audio'
  | 'labels.targetingFact.browser'
  | 'labels.targetingFact.category'
  | 'labels.targetingFact.chain'
  | 'labels.targetingFact.city'
  | 'labels.targetingFact.consent'
  | 'labels.targetingFact.country'
  | 'labels.targetingFact.device'
  | 'labels.targetingFact.keyword'
  | 'labels.targetingFact.language'
  | 'labels.targetingFact.orientation'
  | 'labels.targetingFact.os'
  | 'labels.targetingFact.postalCode'
  | 'labels.targetingFact.product'
  | 'labels.targetingFact.region'
  | 'labels.targetingFact.resolution'
  | 'labels.targetingFact.screenSize'
  | 'labels.targetingFact.segment'
  | 'labels.targetingFact.store'
  | 'labels.targetingFact.venueType'
  | 'labels.targetingFact.zone'
  | 'labels.text.todaySoFar'
  | 'labels.unknownViewer.serve'
  | 'labels.unknownViewer.skip'
  | 'labels.weekday.fri'
  | 'labels.weekday.mon'
  | 'labels.weekday.sat'
  | 'labels.weekday.sun'
  | 'labels.weekday.thu'
  | 'labels.weekday.tue'
  | 'labels.weekday.wed'
  | 'labels.weekdayName.fri'
  | 'labels.weekdayName.mon'
  | 'labels.weekdayName.sat'
  | 'labels.weekdayName.sun'
  | 'labels.weekdayName.thu'
  | 'labels.weekdayName.tue'
  | 'labels.weekdayName.wed'
  | 'mediaPartner.action.importFeed'
  | 'mediaPartner.action.new'
  | 'mediaPartner.action.newBrand'
  | 'mediaPartner.action.viewCampaigns'
  | 'mediaPartner.action.viewProducts'
  | 'mediaPartner.hint.active'
  | 'mediaPartner.hint.brandDomains'
  | 'mediaPartner.hint.categories'
  | 'mediaPartner.hint.domains'
  | 'mediaPartner.hint.externalKey'
  | 'mediaPartner.hint.roles'
  | 'mediaPartner.label.anyRole'
  | 'mediaPartner.label.brand'
  | 'mediaPartner.label.campaigns'
  | 'mediaPartner.label.categories'
  | 'mediaPartner.label.domains'
  | 'mediaPartner.label.externalKey'
  | 'mediaPartner.label.inactive'
  | 'mediaPartner.label.includeInactive'
  | 'mediaPartner.label.mediaPartner'
  | 'mediaPartner.label.role'
  | 'mediaPartner.label.roles'
  | 'mediaPartner.label.search'
  | 'mediaPartner.label.systemIds'
  | 'mediaPartner.role.ADVERTISER'
  | 'mediaPartner.role.INVOICE'
  | 'mediaPartner.roleInText.ADVERTISER'
  | 'mediaPartner.roleInText.INVOICE'
  | 'mediaPartner.text.archive'
  | 'mediaPartner.text.archiveBrand'
  | 'mediaPartner.text.brands'
  | 'mediaPartner.text.catalog'
  | 'mediaPartner.text.inactive'
  | 'mediaPartner.text.list'
  | 'mediaPartner.text.noMediaPartners'
  | 'mediaPartner.title.brands'
  | 'mediaPartner.title.catalog'
  | 'mediaPartner.title.list'
  | 'mediaPartner.title.noBrands'
  | 'mediaPartner.title.noMediaPartners'
  | 'problem.detail.allDataRequired'
  | 'problem.detail.bookingTemplateOwner'
  | 'problem.detail.callerArchived'
  | 'problem.detail.commentAuthor'
  | 'problem.detail.configurationGone'
  | 'problem.detail.connectionClosed'
  | 'problem.detail.cursorExpired'
  | 'problem.detail.databaseStarting'
  | 'problem.detail.fileNotFound'
  | 'problem.detail.foreignPage'
  | 'problem.detail.identityTaken'
  | 'problem.detail.imagesAsMultipart'
  | 'problem.detail.keysUsed'
  | 'problem.detail.linkExpired'
  | 'problem.detail.makegoodExists'
  | 'problem.detail.makegoodNotApproved'
  | 'problem.detail.makegoodNotNeeded'
  | 'problem.detail.makegoodOnly'
  | 'problem.detail.makegoodWithoutGoal'
  | 'problem.detail.noBuyerAgent'
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
  | 'problem.detail.reportNotRunning'
  | 'problem.detail.reportTooLong'
  | 'problem.detail.reportsWaiting'
  | 'problem.detail.ruleViolated'
  | 'problem.detail.savedReportOwner'
  | 'problem.detail.segmentCodeImmutable'
  | 'problem.detail.sendIfMatch'
  | 'problem.detail.signatureRequired'
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
  | 'problem.field.attachmentNotFound'
  | 'problem.field.base64url'
  | 'problem.field.belowDuration'
  | 'problem.field.bookingOrDraft'
  | 'problem.field.boolean'
  | 'problem.field.brokenMultipart'
  | 'problem.field.bucketName'
  | 'problem.field.budgetOfBuyer'
  | 'problem.field.buyerOfAccount'
  | 'problem.field.changedSinceApply'
  | 'problem.field.codeCharacters'
  | 'problem.field.compareNeedsDays'
  | 'problem.field.configurationObject'
  | 'problem.field.creativePartRequired'
  | 'problem.field.currency'
  | 'problem.field.currencyOfPrices'
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
  | 'problem.field.hexColor'
  | 'problem.field.holdoutNotSupported'
  | 'problem.field.hostName'
  | 'problem.field.hours24'
  | 'problem.field.httpUrl'
  | 'problem.field.httpUrlNoSpaces'
  | 'problem.field.httpUrlPlain'
  | 'problem.field.immutable'
  | 'problem.field.inFuture'
  | 'problem.field.integer'
  | 'problem.field.issuerUrl'
  | 'problem.field.keyOfKeyValue'
  | 'problem.field.keysOfSigner'
  | 'problem.field.keywordLetter'
  | 'problem.field.list'
  | 'problem.field.logoType'
  | 'problem.field.max400Days'
  | 'problem.field.mediaEntries'
  | 'problem.field.mediaType'
  | 'problem.field.minHour'
  | 'problem.field.multipleOfSlot'
  | 'problem.field.needsOpenData'
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
  | 'problem.field.notWithAssets'
  | 'problem.field.notWithCreate'
  | 'problem.field.notWithMappings'
  | 'problem.field.notWithOffset'
  | 'problem.field.notWithPlays'
  | 'problem.field.number'
  | 'problem.field.object'
  | 'problem.field.onlyForHold'
  | 'problem.field.onlyForReject'
  | 'problem.field.onlyOfferOrOption'
  | 'problem.field.onlyScreens'
  | 'problem.field.onlyToFalse'
  | 'problem.field.openidScope'
  | 'problem.field.passwordFromName'
  | 'problem.field.passwordTooWeak'
  | 'problem.field.path'
  | 'problem.field.periodOrDays'
  | 'problem.field.photoType'
  | 'problem.field.pivotInGroupBy'
  | 'problem.field.pivotMetric'
  | 'problem.field.positive'
  | 'problem.field.productCreative'
  | 'problem.field.publisherCycle'
  | 'problem.field.recipients'
  | 'problem.field.referenceByKey'
  | 'problem.field.referenceNotFound'
  | 'problem.field.region'
  | 'problem.field.repeatedDay'
  | 'problem.field.repeatedPart'
  | 'problem.field.reportSort'
  | 'problem.field.required'
  | 'problem.field.requiredForBannerTemplate'
  | 'problem.field.requiredForBucket'
  | 'problem.field.requiredForEvenGoal'
  | 'problem.field.requiredForFolder'
  | 'problem.field.requiredForHold'
  | 'problem.field.requiredForPatch'
  | 'problem.field.requiredMonthly'
  | 'problem.field.requiredWeekly'
  | 'problem.field.requiredWithEndpoint'
  | 'problem.field.requiredWithoutMappings'
  | 'problem.field.requiresPlays'
  | 'problem.field.reservedName'
  | 'problem.field.roadblockNotSupported'
  | 'problem.field.sameMediaPartner'
  | 'problem.field.scopeNoSpaces'
  | 'problem.field.sendAsFile'
  | 'problem.field.sharedTemplate'
  | 'problem.field.slotNameTaken'
  | 'problem.field.spendGoalAmount'
  | 'problem.field.sponsoredFormat'
  | 'problem.field.string'
  | 'problem.field.taken'
  | 'problem.field.templateOfInventory'
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
  | 'problem.field.withinYear'
  | 'problem.field.wrongFileFacts'
  | 'problem.field.wrongFileHash'
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
  | 'product.action.done'
  | 'product.action.import'
  | 'product.action.importFeed'
  | 'product.action.markInStock'
  | 'product.action.markOutOfStock'
  | 'product.action.new'
  | 'product.action.showAll'
  | 'product.availability.backorder'
  | 'product.availability.in_stock'
  | 'product.availability.out_of_stock'
  | 'product.availability.preorder'
  | 'product.availabilityHint.backorder'
  | 'product.availabilityHint.in_stock'
  | 'product.availabilityHint.out_of_stock'
  | 'product.availabilityHint.preorder'
  | 'product.feedFault.action_unknown'
  | 'product.feedFault.availability_unknown'
  | 'product.feedFault.brand_missing'
  | 'product.feedFault.brand_unknown'
  | 'product.feedFault.category_invalid'
  | 'product.feedFault.id_invalid'
  | 'product.feedFault.id_missing'
  | 'product.feedFault.image_invalid'
  | 'product.feedFault.json_invalid'
  | 'product.feedFault.line_too_long'
  | 'product.feedFault.link_invalid'
  | 'product.feedFault.link_missing'
  | 'product.feedFault.not_utf8'
  | 'product.feedFault.price_invalid'
  | 'product.feedFault.repeated'
  | 'product.feedFault.sale_price_invalid'
  | 'product.feedFault.title_invalid'
  | 'product.feedFault.title_missing'
  | 'product.feedFault.wrong_columns'
  | 'product.hint.availability'
  | 'product.hint.brand'
  | 'product.hint.category'
  | 'product.hint.feedFormats'
  | 'product.hint.image'
  | 'product.hint.link'
  | 'product.hint.mediaPartner'
  | 'product.hint.newSku'
  | 'product.hint.sku'
  | 'product.importKind.delta'
  | 'product.importKind.full'
  | 'product.importKindHint.delta'
  | 'product.importKindHint.full'
  | 'product.importStatus.accepted'
  | 'product.importStatus.refused'
  | 'product.importStatusHint.accepted'
  | 'product.importStatusHint.refused'
  | 'product.label.added'
  | 'product.label.anyAvailability'
  | 'product.label.anyMediaPartner'
  | 'product.label.availability'
  | 'product.label.booking'
  | 'product.label.brand'
  | 'product.label.category'
  | 'product.label.changed'
  | 'product.label.content'
  | 'product.label.feed'
  | 'product.label.feedContent'
  | 'product.label.finished'
  | 'product.label.foundProducts'
  | 'product.label.image'
  | 'product.label.imports'
  | 'product.label.invalidRows'
  | 'product.label.line'
  | 'product.label.link'
  | 'product.label.mediaPartner'
  | 'product.label.orders'
  | 'product.label.picture'
  | 'product.label.price'
  | 'product.label.problem'
  | 'product.label.product'
  | 'product.label.products'
  | 'product.label.rows'
  | 'product.label.salePrice'
  | 'product.label.search'
  | 'product.label.selectedProducts'
  | 'product.label.sku'
  | 'product.label.targeting'
  | 'product.label.unchanged'
  | 'product.text.archive'
  | 'product.text.importing'
  | 'product.text.imports'
  | 'product.text.inStock'
  | 'product.text.list'
  | 'product.text.noBookings'
  | 'product.text.noImports'
  | 'product.text.noProducts'
  | 'product.text.noProductsReadOnly'
  | 'product.text.noneFound'
  | 'product.text.outOfStock'
  | 'product.title.bookings'
  | 'product.title.importFeed'
  | 'product.title.imports'
  | 'product.title.invalidRows'
  | 'product.title.list'
  | 'product.title.noBookings'
  | 'product.title.noImports'
  | 'product.title.noMatch'
  | 'product.title.noProducts'
  | 'product.title.nothingImported'
  | 'report.action.addFilter'
  | 'report.action.closeEditor'
  | 'report.action.copyLink'
  | 'report.action.delete'
  | 'report.action.duplicate'
  | 'report.action.edit'
  | 'report.action.export'
  | 'report.action.importCounts'
  | 'report.action.openReports'
  | 'report.action.rename'
  | 'report.action.runNow'
  | 'report.action.save'
  | 'report.action.saveAs'
  | 'report.action.saveChanges'
  | 'report.action.schedule'
  | 'report.cadence.daily'
  | 'report.cadence.monthly'
  | 'report.cadence.weekly'
  | 'report.chart.auto'
  | 'report.chart.bar'
  | 'report.chart.line'
  | 'report.chart.none'
  | 'report.chart.stacked'
  | 'report.comparison.previous_period'
  | 'report.comparison.previous_year'
  | 'report.dimensionInText.booking'
  | 'report.dimensionInText.brand'
  | 'report.dimensionInText.browser'
  | 'report.dimensionInText.campaign'
  | 'report.dimensionInText.category'
  | 'report.dimensionInText.country'
  | 'report.dimensionInText.creative'
  | 'report.dimensionInText.day'
  | 'report.dimensionInText.device'
  | 'report.dimensionInText.hour'
  | 'report.dimensionInText.hourOfWeek'
  | 'report.dimensionInText.keyValue'
  | 'report.dimensionInText.keyword'
  | 'report.dimensionInText.location'
  | 'report.dimensionInText.mediaPartner'
  | 'report.dimensionInText.month'
  | 'report.dimensionInText.os'
  | 'report.dimensionInText.page'
  | 'report.dimensionInText.position'
  | 'report.dimensionInText.product'
  | 'report.dimensionInText.publication'
  | 'report.dimensionInText.publisher'
  | 'report.dimensionInText.region'
  | 'report.dimensionInText.segment'
  | 'report.dimensionInText.viewerLanguage'
  | 'report.exportAs.csv'
  | 'report.exportAs.pdf'
  | 'report.exportAs.pdfWithChart'
  | 'report.exportAs.xlsx'
  | 'report.fileFormat.csv'
  | 'report.fileFormat.xlsx'
  | 'report.hint.active'
  | 'report.hint.complete'
  | 'report.hint.factFilter'
  | 'report.hint.key'
  | 'report.hint.name'
  | 'report.hint.noContact'
  | 'report.hint.notifyWebhooks'
  | 'report.hint.offlineScreens'
  | 'report.hint.ownAddress'
  | 'report.hint.period'
  | 'report.hint.recipients'
  | 'report.hint.savedName'
  | 'report.hint.shared'
  | 'report.hint.top'
  | 'report.label.all'
  | 'report.label.allData'
  | 'report.label.bookings'
  | 'report.label.brands'
  | 'report.label.campaigns'
  | 'report.label.chart'
  | 'report.label.chartType'
  | 'report.label.comparison'
  | 'report.label.complete'
  | 'report.label.counted'
  | 'report.label.customPeriod'
  | 'report.label.dayOfMonth'
  | 'report.label.days'
  | 'report.label.difference'
  | 'report.label.discrepancies'
  | 'report.label.drillPath'
  | 'report.label.fileFormat'
  | 'report.label.filters'
  | 'report.label.final'
  | 'report.label.frequency'
  | 'report.label.groupBy'
  | 'report.label.key'
  | 'report.label.lastRun'
  | 'report.label.metrics'
  | 'report.label.missed'
  | 'report.label.missedPlays'
  | 'report.label.missedRate'
  | 'report.label.monthSoFar'
  | 'report.label.nextRun'
  | 'report.label.noComparison'
  | 'report.label.noContact'
  | 'report.label.noCounts'
  | 'report.label.notifyWebhooks'
  | 'report.label.other'
  | 'report.label.owner'
  | 'report.label.period'
  | 'report.label.pivot'
  | 'report.label.pivotMetric'
  | 'report.label.planned'
  | 'report.label.played'
  | 'report.label.preliminary'
  | 'report.label.privateBadge'
  | 'report.label.publication'
  | 'report.label.recipients'
  | 'report.label.report'
  | 'report.label.requestFacts'
  | 'report.label.saved'
  | 'report.label.schedule'
  | 'report.label.schedules'
  | 'report.label.screen'
  | 'report.label.shared'
  | 'report.label.sharedBadge'
  | 'report.label.source'
  | 'report.label.sourceName'
  | 'report.label.thirdParty'
  | 'report.label.threshold'
  | 'report.label.time'
  | 'report.label.timeZone'
  | 'report.label.todayIncomplete'
  | 'report.label.top'
  | 'report.label.total'
  | 'report.label.totalWithToday'
  | 'report.label.updated'
  | 'report.label.visibility'
  | 'report.label.webhooks'
  | 'report.label.weekday'
  | 'report.metric.audience'
  | 'report.metric.completes'
  | 'report.metric.completionPercent'
  | 'report.metric.conversions'
  | 'report.metric.ctrPercent'
  | 'report.metric.filtered'
  | 'report.metric.firstQuartiles'
  | 'report.metric.frequency'
  | 'report.metric.knownImpressions'
  | 'report.metric.midpoints'
  | 'report.metric.plays'
  | 'report.metric.reach'
  | 'report.metric.revenue'
  | 'report.metric.shareOfVoicePercent'
  | 'report.metric.spend'
  | 'report.metric.starts'
  | 'report.metric.thirdQuartiles'
  | 'report.metric.units'
  | 'report.metric.viewabilityPercent'
  | 'report.period.last_30_days'
  | 'report.period.last_7_days'
  | 'report.period.last_month'
  | 'report.period.last_week'
  | 'report.period.month_to_date'
  | 'report.period.today'
  | 'report.period.yesterday'
  | 'report.runStatus.failed'
  | 'report.runStatus.pending'
  | 'report.runStatus.sent'
  | 'report.runStatusHint.failed'
  | 'report.runStatusHint.pending'
  | 'report.runStatusHint.sent'
  | 'report.scheduleStatus.active'
  | 'report.scheduleStatus.archived'
  | 'report.scheduleStatus.failing'
  | 'report.scheduleStatus.paused'
  | 'report.scheduleStatus.stopped'
  | 'report.scheduleStatusHint.active'
  | 'report.scheduleStatusHint.archived'
  | 'report.scheduleStatusHint.failing'
  | 'report.scheduleStatusHint.paused'
  | 'report.scheduleStatusHint.stopped'
  | 'report.text.archiveWarning'
  | 'report.text.chooseKey'
  | 'report.text.deleteWarning'
  | 'report.text.discrepanciesLead'
  | 'report.text.linkCopied'
  | 'report.text.missedPlaysLead'
  | 'report.text.noCounts'
  | 'report.text.noData'
  | 'report.text.noDiscrepancies'
  | 'report.text.noEmail'
  | 'report.text.noEmailWebhooks'
  | 'report.text.noPlannedPlays'
  | 'report.text.noRawEvents'
  | 'report.text.noRecipients'
  | 'report.text.noRuns'
  | 'report.text.noSaved'
  | 'report.text.noSchedules'
  | 'report.text.runStarted'
  | 'report.text.savedLead'
  | 'report.text.schedulesLead'
  | 'report.text.shareOfVoice'
  | 'report.title.discrepancies'
  | 'report.title.importCounts'
  | 'report.title.missedPlays'
  | 'report.title.noData'
  | 'report.title.noDiscrepancies'
  | 'report.title.noEmail'
  | 'report.title.noPlannedPlays'
  | 'report.title.noSaved'
  | 'report.title.noSchedules'
  | 'report.title.reports'
  | 'report.title.runs'
  | 'report.title.saved'
  | 'report.title.schedules'
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
  | 'review.notice.creativeApproved'
  | 'review.notice.creativeRejected'
  | 'review.text.cannotApprove'
  | 'review.text.changedMeanwhile'
  | 'review.text.comparePreviews'
  | 'review.text.currentDelivers'
  | 'review.text.empty'
  | 'review.text.noDifferences'
  | 'review.title.changes'
  | 'review.title.empty'
  | 'review.title.list'
  | 'review.title.notReady'
  | 'selling.action.addAccount'
  | 'selling.action.addPrice'
  | 'selling.action.approvePurchase'
  | 'selling.action.declinePurchase'
  | 'selling.action.openPurchase'
  | 'selling.action.revokeAgent'
  | 'selling.action.showForecast'
  | 'selling.action.showLess'
  | 'selling.action.showMore'
  | 'selling.allowedTargeting.city'
  | 'selling.allowedTargeting.country'
  | 'selling.allowedTargeting.device'
  | 'selling.allowedTargeting.frequency_cap'
  | 'selling.allowedTargeting.language'
  | 'selling.allowedTargeting.region'
  | 'selling.allowedTargeting.segment'
  | 'selling.deliveryType.guaranteed'
  | 'selling.deliveryType.non_guaranteed'
  | 'selling.forecastGap.CAPS'
  | 'selling.forecastGap.LOOP'
  | 'selling.forecastGap.NO_AVAILABILITY'
  | 'selling.forecastGap.NO_POSITIONS'
  | 'selling.forecastGap.TARGETING'
  | 'selling.forecastGap.TOO_FEW_DAYS'
  | 'selling.hint.accounts'
  | 'selling.hint.active'
  | 'selling.hint.activePackage'
  | 'selling.hint.allowedTargeting'
  | 'selling.hint.declineReason'
  | 'selling.hint.description'
  | 'selling.hint.jwksUrl'
  | 'selling.hint.operator'
  | 'selling.hint.requestedAccounts'
  | 'selling.hint.requireApproval'
  | 'selling.hint.requireSigned'
  | 'selling.hint.revokedKeys'
  | 'selling.hint.serviceAccount'
  | 'selling.hint.template'
  | 'selling.hint.testAccount'
  | 'selling.label.accounts'
  | 'selling.label.advertiser'
  | 'selling.label.agency'
  | 'selling.label.allPackages'
  | 'selling.label.allowedTargeting'
  | 'selling.label.anyBuyer'
  | 'selling.label.anyState'
  | 'selling.label.approvedAt'
  | 'selling.label.awaitedCreatives'
  | 'selling.label.bidPrice'
  | 'selling.label.bookingPrice'
  | 'selling.label.brand'
  | 'selling.label.brief'
  | 'selling.label.budget'
  | 'selling.label.buyerAgent'
  | 'selling.label.campaign'
  | 'selling.label.cancelledAt'
  | 'selling.label.code'
  | 'selling.label.declinedAt'
  | 'selling.label.deliveryType'
  | 'selling.label.draft'
  | 'selling.label.flight'
  | 'selling.label.impressions'
  | 'selling.label.inactive'
  | 'selling.label.invoiceCompany'
  | 'selling.label.jwksUrl'
  | 'selling.label.maxCampaignBudget'
  | 'selling.label.maxDailyBudget'
  | 'selling.label.measurementTerms'
  | 'selling.label.minimumBudget'
  | 'selling.label.model'
  | 'selling.label.noLimit'
  | 'selling.label.operator'
  | 'selling.label.pacing'
  | 'selling.label.packagePrice'
  | 'selling.label.packages'
  | 'selling.label.poNumber'
  | 'selling.label.pricing'
  | 'selling.label.productPackage'
  | 'selling.label.proposals'
  | 'selling.label.purchasedAt'
  | 'selling.label.queue'
  | 'selling.label.rate'
  | 'selling.label.requestedAccounts'
  | 'selling.label.requestedAt'
  | 'selling.label.requireApproval'
  | 'selling.label.requireSigned'
  | 'selling.label.revokedKeys'
  | 'selling.label.searchBuyers'
  | 'selling.label.searchPackages'
  | 'selling.label.serviceAccount'
  | 'selling.label.targetingOverlay'
  | 'selling.label.template'
  | 'selling.label.testAccount'
  | 'selling.notice.agentRevoked'
  | 'selling.notice.purchaseApproved'
  | 'selling.notice.purchaseDeclined'
  | 'selling.purchaseState.approved'
  | 'selling.purchaseState.cancelled'
  | 'selling.purchaseState.completed'
  | 'selling.purchaseState.declined'
  | 'selling.purchaseState.running'
  | 'selling.purchaseState.waiting'
  | 'selling.text.agentTexts'
  | 'selling.text.archiveBuyer'
  | 'selling.text.archivePackage'
  | 'selling.text.buyers'
  | 'selling.text.noBrief'
  | 'selling.text.noBuyers'
  | 'selling.text.noPackages'
  | 'selling.text.noPurchases'
  | 'selling.text.noRequests'
  | 'selling.text.packages'
  | 'selling.text.purchases'
  | 'selling.text.requests'
  | 'selling.text.revokeAgent'
  | 'selling.title.buyers'
  | 'selling.title.forecast'
  | 'selling.title.noBuyers'
  | 'selling.title.noPackages'
  | 'selling.title.noPurchases'
  | 'selling.title.noRequests'
  | 'selling.title.packages'
  | 'selling.title.purchases'
  | 'selling.title.requestedTerms'
  | 'selling.title.requests'
  | 'selling.warning.BID_PRICE_NOT_APPLIED'
  | 'selling.warning.COLLECTION_LIST_NOT_APPLIED'
  | 'selling.warning.CREATIVES_AWAITED'
  | 'selling.warning.CREATIVES_MISSING'
  | 'selling.warning.MEASUREMENT_TERMS_NOT_APPLIED'
  | 'selling.warning.PRICE_CHANGED'
  | 'selling.warning.PROPERTY_LIST_NOT_APPLIED'
  | 'selling.warningHint.BID_PRICE_NOT_APPLIED'
  | 'selling.warningHint.COLLECTION_LIST_NOT_APPLIED'
  | 'selling.warningHint.CREATIVES_AWAITED'
  | 'selling.warningHint.CREATIVES_MISSING'
  | 'selling.warningHint.MEASUREMENT_TERMS_NOT_APPLIED'
  | 'selling.warningHint.PRICE_CHANGED'
  | 'selling.warningHint.PROPERTY_LIST_NOT_APPLIED'
  | 'settings.action.discard'
  | 'settings.action.resetBranding'
  | 'settings.action.saveSetup'
  | 'settings.action.skipSetup'
  | 'settings.action.uploadFile'
  | 'settings.hint.accentColor'
  | 'settings.hint.accountName'
  | 'settings.hint.autoApproved'
  | 'settings.hint.autoApprovedOff'
  | 'settings.hint.categories'
  | 'settings.hint.currency'
  | 'settings.hint.defaultLanguage'
  | 'settings.hint.discrepancyThreshold'
  | 'settings.hint.email'
  | 'settings.hint.logo'
  | 'settings.hint.mailSenderName'
  | 'settings.hint.resizeBundleImages'
  | 'settings.hint.secondApprover'
  | 'settings.hint.sellerAddress'
  | 'settings.hint.sellerDomain'
  | 'settings.hint.sellerEmail'
  | 'settings.hint.signInImage'
  | 'settings.hint.timeZone'
  | 'settings.hint.trackerDomains'
  | 'settings.label.accentColor'
  | 'settings.label.accountName'
  | 'settings.label.autoApproved'
  | 'settings.label.brandingPreview'
  | 'settings.label.categories'
  | 'settings.label.clickDays'
  | 'settings.label.currency'
  | 'settings.label.defaultLanguage'
  | 'settings.label.discrepancyThreshold'
  | 'settings.label.email'
  | 'settings.label.logo'
  | 'settings.label.mailSenderName'
  | 'settings.label.newPassword'
  | 'settings.label.resizeBundleImages'
  | 'settings.label.secondApprover'
  | 'settings.label.sellerAddress'
  | 'settings.label.sellerDomain'
  | 'settings.label.sellerEmail'
  | 'settings.label.signInImage'
  | 'settings.label.timeZone'
  | 'settings.label.trackerDomains'
  | 'settings.label.viewDays'
  | 'settings.placeholder.timeZone'
  | 'settings.text.lead'
  | 'settings.text.newPassword'
  | 'settings.text.previewLink'
  | 'settings.text.previewSignIn'
  | 'settings.text.saved'
  | 'settings.text.setup'
  | 'settings.title.account'
  | 'settings.title.administrator'
  | 'settings.title.approval'
  | 'settings.title.attribution'
  | 'settings.title.branding'
  | 'settings.title.seller'
  | 'settings.title.settings'
  | 'settings.title.setup'
  | 'settings.title.thirdParties'
  | 'shell.action.addFavorite'
  | 'shell.action.closeNavigation'
  | 'shell.action.createFirstAd'
  | 'shell.action.discardAndSignIn'
  | 'shell.action.goToReview'
  | 'shell.action.hideChecklist'
  | 'shell.action.openNavigation'
  | 'shell.action.openReview'
  | 'shell.action.removeFavorite'
  | 'shell.action.showAllFavorites'
  | 'shell.action.showAtRisk'
  | 'shell.action.showNotReady'
  | 'shell.action.showRejected'
  | 'shell.action.showScreens'
  | 'shell.action.showSystem'
  | 'shell.action.signInNewTab'
  | 'shell.action.signOut'
  | 'shell.action.skipToContent'
  | 'shell.administrationPage.audit'
  | 'shell.administrationPage.configuration'
  | 'shell.administrationPage.settings'
  | 'shell.administrationPage.system'
  | 'shell.command.newBooking'
  | 'shell.command.newCampaign'
  | 'shell.command.uploadCreatives'
  | 'shell.density.comfortable'
  | 'shell.density.compact'
  | 'shell.hint.search'
  | 'shell.label.browserLanguage'
  | 'shell.label.clicksWeek'
  | 'shell.label.colorScheme'
  | 'shell.label.command'
  | 'shell.label.ctrWeek'
  | 'shell.label.dark'
  | 'shell.label.density'
  | 'shell.label.developers'
  | 'shell.label.deviceSetting'
  | 'shell.label.impressionsToday'
  | 'shell.label.impressionsWeek'
  | 'shell.label.language'
  | 'shell.label.light'
  | 'shell.label.mainNavigation'
  | 'shell.label.passwordAndSessions'
  | 'shell.label.revenueWeek'
  | 'shell.label.searchEverything'
  | 'shell.label.searchResults'
  | 'shell.label.spendWeek'
  | 'shell.label.viewabilityWeek'
  | 'shell.noneOf.bookingsPendingReview'
  | 'shell.noneOf.creativesPendingReview'
  | 'shell.noneOf.endingSoon'
  | 'shell.noneOf.notReady'
  | 'shell.noneOf.rejected'
  | 'shell.noneOf.screens'
  | 'shell.noneOf.underDelivering'
  | 'shell.page.activity'
  | 'shell.page.administration'
  | 'shell.page.audiences'
  | 'shell.page.bookings'
  | 'shell.page.campaigns'
  | 'shell.page.conversions'
  | 'shell.page.creatives'
  | 'shell.page.help'
  | 'shell.page.home'
  | 'shell.page.inventory'
  | 'shell.page.mediaPartners'
  | 'shell.page.products'
  | 'shell.page.reports'
  | 'shell.page.review'
  | 'shell.shortcut.approve'
  | 'shell.shortcut.editCell'
  | 'shell.shortcut.moveBooking'
  | 'shell.shortcut.moveInTable'
  | 'shell.shortcut.next'
  | 'shell.shortcut.previous'
  | 'shell.shortcut.reject'
  | 'shell.shortcut.resizeBooking'
  | 'shell.shortcut.search'
  | 'shell.shortcut.shortcuts'
  | 'shell.stepTitle.booking'
  | 'shell.stepTitle.campaign'
  | 'shell.stepTitle.creative'
  | 'shell.stepTitle.impression'
  | 'shell.stepTitle.position'
  | 'shell.stepTitle.request'
  | 'shell.stepTitle.user'
  | 'shell.text.createCampaign'
  | 'shell.text.homeLead'
  | 'shell.text.homeLeadMapped'
  | 'shell.text.live'
  | 'shell.text.noBookings'
  | 'shell.text.noComparison'
  | 'shell.text.noData'
  | 'shell.text.searchKeys'
  | 'shell.text.sessionEnded'
  | 'shell.text.signedInAgain'
  | 'shell.text.systemHealthy'
  | 'shell.text.waitingForImpression'
  | 'shell.title.bookingsPendingReview'
  | 'shell.title.creativesPendingReview'
  | 'shell.title.delivery'
  | 'shell.title.endingSoon'
  | 'shell.title.favorites'
  | 'shell.title.firstSteps'
  | 'shell.title.keyFigures'
  | 'shell.title.keyboardShortcuts'
  | 'shell.title.notReady'
  | 'shell.title.pagesAndActions'
  | 'shell.title.recentObjects'
  | 'shell.title.rejected'
  | 'shell.title.review'
  | 'shell.title.screensNeedingAttention'
  | 'shell.title.sessionEnded'
  | 'shell.title.system'
  | 'shell.title.underDelivering'
  | 'signIn.action.acceptInvitation'
  | 'signIn.action.changePassword'
  | 'signIn.action.home'
  | 'signIn.action.notificationPreferences'
  | 'signIn.action.setPassword'
  | 'signIn.action.signIn'
  | 'signIn.action.signOut'
  | 'signIn.action.signOutEverywhere'
  | 'signIn.action.staySignedIn'
  | 'signIn.error.accountArchived'
  | 'signIn.error.invalidInvitation'
  | 'signIn.error.invalidResponse'
  | 'signIn.error.noName'
  | 'signIn.error.passwordFromName'
  | 'signIn.error.signInExpired'
  | 'signIn.error.unknownProvider'
  | 'signIn.error.weakPassword'
  | 'signIn.error.wrongCredentials'
  | 'signIn.error.wrongCurrentPassword'
  | 'signIn.label.currentPassword'
  | 'signIn.label.email'
  | 'signIn.label.name'
  | 'signIn.label.password'
  | 'signIn.label.passwordOptional'
  | 'signIn.text.acceptInvitation'
  | 'signIn.text.passwordChanged'
  | 'signIn.text.setNewPassword'
  | 'signIn.text.signedIn'
  | 'signIn.text.signedOut'
  | 'signIn.text.signedOutEverywhere'
  | 'signIn.title.account'
  | 'signIn.title.accountArchived'
  | 'signIn.title.changePassword'
  | 'signIn.title.emailTaken'
  | 'signIn.title.internalError'
  | 'signIn.title.invalidInvitation'
  | 'signIn.title.noVerifiedEmail'
  | 'signIn.title.setNewPassword'
  | 'signIn.title.signInExpired'
  | 'signIn.title.signOut'
  | 'signIn.title.unavailable'
  | 'signIn.title.unknownProvider'
  | 'system.engine.postgresql'
  | 'system.engine.redis'
  | 'system.engine.store'
  | 'system.engineStatus.away'
  | 'system.engineStatus.ok'
  | 'system.engineStatus.unused'
  | 'system.engineStatusHint.ok'
  | 'system.engineStatusHint.unused'
  | 'system.hint.latestRevision'
  | 'system.hostRole.delivery'
  | 'system.hostRole.management'
  | 'system.hostRole.worker'
  | 'system.hostStatus.isolated'
  | 'system.hostStatus.serving'
  | 'system.hostStatus.starting'
  | 'system.hostStatus.stopping'
  | 'system.hostStatusHint.serving'
  | 'system.hostStatusHint.starting'
  | 'system.hostStatusHint.stopping'
  | 'system.job.address-checks'
  | 'system.job.agent-notifications'
  | 'system.job.attribution'
  | 'system.job.audit-head'
  | 'system.job.authorization-checks'
  | 'system.job.files'
  | 'system.job.notifications'
  | 'system.job.open-data'
  | 'system.job.pacing'
  | 'system.job.planned-plays'
  | 'system.job.publisher'
  | 'system.job.segments'
  | 'system.label.adRequestsPerSecond'
  | 'system.label.ads'
  | 'system.label.adsPerSecond'
  | 'system.label.component'
  | 'system.label.events'
  | 'system.label.eventsPerSecond'
  | 'system.label.host'
  | 'system.label.hosts'
  | 'system.label.job'
  | 'system.label.latestRevision'
  | 'system.label.memory'
  | 'system.label.process'
  | 'system.label.rejected'
  | 'system.label.reportsCompleteUntil'
  | 'system.label.requests'
  | 'system.label.revision'
  | 'system.label.since'
  | 'system.label.size'
  | 'system.label.unfilled'
  | 'system.label.version'
  | 'system.text.dataStores'
  | 'system.text.lead'
  | 'system.text.noHosts'
  | 'system.text.noWorker'
  | 'system.title.dataStores'
  | 'system.title.jobs'
  | 'system.title.noHosts'
  | 'system.title.noWorker'
  | 'system.title.system'
  | 'system.unreachableHint.postgresql'
  | 'system.unreachableHint.redis'
  | 'system.unreachableHint.store'
  | 'targeting.action.addCondition'
  | 'targeting.action.addGroup'
  | 'targeting.action.removeCondition'
  | 'targeting.action.removeGroup'
  | 'targeting.device.desktop'
  | 'targeting.device.phone'
  | 'targeting.device.tablet'
  | 'targeting.device.tv'
  | 'targeting.hint.parameterValues'
  | 'targeting.label.allRequests'
  | 'targeting.label.daypart'
  | 'targeting.label.days'
  | 'targeting.label.from'
  | 'targeting.label.latitude'
  | 'targeting.label.longitude'
  | 'targeting.label.matchMode'
  | 'targeting.label.nearCoordinates'
  | 'targeting.label.noMatch'
  | 'targeting.label.pageParameter'
  | 'targeting.label.pageUrl'
  | 'targeting.label.parameterName'
  | 'targeting.label.parameterValues'
  | 'targeting.label.radius'
  | 'targeting.label.to'
  | 'targeting.label.urlContains'
  | 'targeting.mode.all'
  | 'targeting.mode.any'
  | 'targeting.mode.none'
  | 'targeting.screenSize.large'
  | 'targeting.screenSize.medium'
  | 'targeting.screenSize.small'
  | 'targeting.title.noGeoDatabase'
  | 'timeline.action.next'
  | 'timeline.action.previous'
  | 'timeline.action.print'
  | 'timeline.action.today'
  | 'timeline.groupKind.brand'
  | 'timeline.groupKind.campaign'
  | 'timeline.groupKind.location'
  | 'timeline.groupKind.position'
  | 'timeline.groupKind.publication'
  | 'timeline.groupKind.publisher'
  | 'timeline.grouping.brand'
  | 'timeline.grouping.campaign'
  | 'timeline.grouping.position'
  | 'timeline.label.availability'
  | 'timeline.label.booking'
  | 'timeline.label.conflicts'
  | 'timeline.label.dates'
  | 'timeline.label.groupBy'
  | 'timeline.label.legend'
  | 'timeline.label.noForecast'
  | 'timeline.label.now'
  | 'timeline.label.share'
  | 'timeline.label.table'
  | 'timeline.label.timeline'
  | 'timeline.label.view'
  | 'timeline.label.zoom'
  | 'timeline.level.full'
  | 'timeline.level.held'
  | 'timeline.level.high'
  | 'timeline.level.some'
  | 'timeline.text.computing'
  | 'timeline.text.keys'
  | 'timeline.text.noBookings'
  | 'timeline.text.noConflict'
  | 'timeline.text.saveKeys'
  | 'timeline.title.noBookings'
  | 'timeline.zoom.day'
  | 'timeline.zoom.month'
  | 'timeline.zoom.quarter'
  | 'timeline.zoom.week'
  | 'timeline.zoom.year'
  | 'webhook.action.new'
  | 'webhook.action.refresh'
  | 'webhook.action.replay'
  | 'webhook.action.resend'
  | 'webhook.action.rotateSecret'
  | 'webhook.action.sendTest'
  | 'webhook.deliveryStatus.delivered'
  | 'webhook.deliveryStatus.failed'
  | 'webhook.deliveryStatus.pending'
  | 'webhook.deliveryStatusHint.delivered'
  | 'webhook.deliveryStatusHint.failed'
  | 'webhook.deliveryStatusHint.pending'
  | 'webhook.hint.active'
  | 'webhook.hint.address'
  | 'webhook.hint.events'
  | 'webhook.hint.since'
  | 'webhook.label.address'
  | 'webhook.label.allEvents'
  | 'webhook.label.allEventsFuture'
  | 'webhook.label.anyStatus'
  | 'webhook.label.deliveryStatus'
  | 'webhook.label.event'
  | 'webhook.label.events'
  | 'webhook.label.lastAttempt'
  | 'webhook.label.object'
  | 'webhook.label.payload'
  | 'webhook.label.response'
  | 'webhook.label.secret'
  | 'webhook.label.secrets'
  | 'webhook.label.time'
  | 'webhook.label.webhook'
  | 'webhook.status.archived'
  | 'webhook.status.disabled'
  | 'webhook.status.failing'
  | 'webhook.status.gone'
  | 'webhook.status.healthy'
  | 'webhook.status.inactive'
  | 'webhook.statusHint.archived'
  | 'webhook.statusHint.disabled'
  | 'webhook.statusHint.failing'
  | 'webhook.statusHint.gone'
  | 'webhook.statusHint.healthy'
  | 'webhook.statusHint.inactive'
  | 'webhook.text.archiveWarning'
  | 'webhook.text.deliveriesLead'
  | 'webhook.text.lead'
  | 'webhook.text.noAttempts'
  | 'webhook.text.noDeliveries'
  | 'webhook.text.noResponse'
  | 'webhook.text.none'
  | 'webhook.text.resent'
  | 'webhook.text.rotateSecret'
  | 'webhook.text.testQueued'
  | 'webhook.title.attempts'
  | 'webhook.title.deliveries'
  | 'webhook.title.delivery'
  | 'webhook.title.list'
  | 'webhook.title.noDeliveries'
  | 'webhook.title.none'
  | 'webhook.title.payload'
  | 'webhook.title.rotateSecret';

/** Messages with arguments, and the type of each argument. */
export type MessageArguments = {
  'access.action.copy': { readonly text: string | number };
  'access.action.disconnectIdentity': { readonly subject: string | number };
  'access.action.invitationActions': { readonly name: string | number };
  'access.action.removeGroup': { readonly number: string | number };
  'access.action.removeMapping': { readonly advertiser: string | number; readonly brand: string | number };
  'access.hint.newPassword': { readonly count: number };
  'access.label.group': { readonly number: string | number };
  'access.label.roleOfGroup': { readonly number: string | number };
  'access.label.scopeOf': { readonly area: string | number; readonly verb: string | number };
  'access.text.disconnect': { readonly issuer: string | number; readonly name: string | number };
  'access.text.groupCount': { readonly count: number };
  'access.text.inactiveMappings': { readonly domains: string | number };
  'access.text.invitationExpires': { readonly time: string | number };
  'access.text.linkExpired': { readonly time: string | number };
  'access.text.linkNotSent': { readonly email: string | number };
  'access.text.linkSent': { readonly email: string | number };
  'access.text.linkToCopy': { readonly email: string | number };
  'access.text.moreScopeAreas': { readonly areas: string | number; readonly count: number };
  'access.text.newRedirectUrl': { readonly name: string | number };
  'access.text.passwordSet': { readonly name: string | number };
  'access.text.revokeInvitation': { readonly name: string | number };
  'access.text.revokeLink': { readonly name: string | number };
  'access.text.scopeArea': { readonly area: string | number; readonly verbs: string | number };
  'access.text.secretCreated': { readonly time: string | number };
  'access.text.unconfirmedDomains': { readonly count: number; readonly domains: string | number };
  'access.title.linkFor': { readonly name: string | number };
  'access.title.passwordOf': { readonly name: string | number };
  'access.title.secretOf': { readonly name: string | number };
  'activity.action.showChangesOf': { readonly object: string | number };
  'activity.format.fieldPart': { readonly field: string | number; readonly part: string | number };
  'activity.sentence.accept': { readonly actor: string | number; readonly object: string | number };
  'activity.sentence.approve': { readonly actor: string | number; readonly object: string | number };
  'activity.sentence.archive': { readonly actor: string | number; readonly object: string | number };
  'activity.sentence.cancel': { readonly actor: string | number; readonly object: string | number };
  'activity.sentence.comment': { readonly actor: string | number; readonly object: string | number };
  'activity.sentence.confirm': { readonly actor: string | number; readonly object: string | number };
  'activity.sentence.convert': { readonly actor: string | number; readonly object: string | number };
  'activity.sentence.create': { readonly actor: string | number; readonly object: string | number };
  'activity.sentence.hold': { readonly actor: string | number; readonly object: string | number };
  'activity.sentence.pause': { readonly actor: string | number; readonly object: string | number };
  'activity.sentence.reject': { readonly actor: string | number; readonly object: string | number };
  'activity.sentence.release': { readonly actor: string | number; readonly object: string | number };
  'activity.sentence.reopen': { readonly actor: string | number; readonly object: string | number };
  'activity.sentence.resume': { readonly actor: string | number; readonly object: string | number };
  'activity.sentence.submit': { readonly actor: string | number; readonly object: string | number };
  'activity.sentence.unarchive': { readonly actor: string | number; readonly object: string | number };
  'activity.sentence.update': { readonly actor: string | number; readonly object: string | number };
  'activity.text.changesOfDay': { readonly count: number; readonly day: string | number };
  'activity.text.fields': { readonly actor: string | number; readonly fields: string | number; readonly object: string | number };
  'activity.text.other': { readonly action: string | number; readonly actor: string | number; readonly object: string | number };
  'assistant.action.continueTo': { readonly client: string | number };
  'assistant.text.connection': { readonly client: string | number; readonly date: string | number; readonly host: string | number };
  'assistant.text.draft': { readonly account: string | number };
  'assistant.text.lastUsed': { readonly date: string | number };
  'assistant.text.lead': { readonly account: string | number };
  'assistant.text.revoked': { readonly client: string | number };
  'assistant.title.connect': { readonly client: string | number };
  'assistant.title.returning': { readonly client: string | number };
  'audience.format.connection': { readonly id: string | number };
  'audience.format.faultCount': { readonly count: number; readonly fault: string | number };
  'audience.format.folder': { readonly path: string | number };
  'audience.format.rows': { readonly bad: number; readonly rows: number };
  'audience.format.rowsAndMemberships': { readonly bad: number; readonly memberships: number; readonly rows: number };
  'audience.title.firstInvalidRows': { readonly count: number };
  'audit.object.named': { readonly name: string | number; readonly type: string | number };
  'audit.object.namedWithId': { readonly id: string | number; readonly name: string | number; readonly type: string | number };
  'audit.object.withId': { readonly id: string | number; readonly type: string | number };
  'audit.text.lead': { readonly timeZone: string | number };
  'audit.title.entry': { readonly id: string | number };
  'booking.action.addKeywords': { readonly count: number };
  'booking.action.applyChanges': { readonly count: number };
  'booking.action.moveCount': { readonly count: number };
  'booking.action.removeCap': { readonly number: number };
  'booking.action.removeItem': { readonly name: string | number };
  'booking.action.selectAllMatching': { readonly count: number };
  'booking.action.showAllKeywords': { readonly count: number };
  'booking.actionDone.approve': { readonly name: string | number };
  'booking.actionDone.archive': { readonly name: string | number };
  'booking.actionDone.cancel': { readonly name: string | number };
  'booking.actionDone.confirm': { readonly name: string | number };
  'booking.actionDone.hold': { readonly name: string | number };
  'booking.actionDone.pause': { readonly name: string | number };
  'booking.actionDone.reject': { readonly name: string | number };
  'booking.actionDone.release': { readonly name: string | number };
  'booking.actionDone.reopen': { readonly name: string | number };
  'booking.actionDone.resume': { readonly name: string | number };
  'booking.actionDone.submit': { readonly name: string | number };
  'booking.actionDone.unarchive': { readonly name: string | number };
  'booking.bulkDone.archive': { readonly count: number };
  'booking.bulkDone.hold': { readonly count: number };
  'booking.bulkDone.pause': { readonly count: number };
  'booking.bulkDone.resume': { readonly count: number };
  'booking.bulkDone.submit': { readonly count: number };
  'booking.bulkQuestion.archive': { readonly count: number };
  'booking.bulkQuestion.hold': { readonly count: number };
  'booking.bulkQuestion.pause': { readonly count: number };
  'booking.bulkQuestion.resume': { readonly count: number };
  'booking.bulkQuestion.submit': { readonly count: number };
  'booking.error.changedMeanwhile': { readonly field: string | number; readonly name: string | number };
  'booking.error.keyword': { readonly fault: string | number; readonly keyword: string | number };
  'booking.error.notMoved': { readonly count: number };
  'booking.error.notRestored': { readonly count: number };
  'booking.error.tooLong': { readonly most: number };
  'booking.error.tooManyBroadWords': { readonly most: number };
  'booking.error.tooManyKeywords': { readonly most: number };
  'booking.error.tooManyWords': { readonly most: number };
  'booking.forecast.clicks': { readonly count: number; readonly date: string | number };
  'booking.forecast.completes': { readonly count: number; readonly date: string | number };
  'booking.forecast.impressions': { readonly count: number; readonly date: string | number };
  'booking.forecast.starts': { readonly count: number; readonly date: string | number };
  'booking.forecast.viewables': { readonly count: number; readonly date: string | number };
  'booking.format.aboveGoal': { readonly count: number };
  'booking.format.belowGoal': { readonly count: number };
  'booking.format.bookingId': { readonly id: string | number };
  'booking.format.budget': { readonly amount: string | number };
  'booking.format.byDay': { readonly day: string | number };
  'booking.format.change': { readonly after: string | number; readonly before: string | number };
  'booking.format.changeWithLoss': { readonly after: string | number; readonly before: string | number; readonly count: number };
  'booking.format.conversions': { readonly count: number };
  'booking.format.copyName': { readonly name: string | number };
  'booking.format.countAndShare': { readonly count: number; readonly share: string | number };
  'booking.format.deliveredOfTotal': { readonly delivered: string | number; readonly total: string | number };
  'booking.format.eligibleAndWon': { readonly eligible: string | number; readonly won: string | number };
  'booking.format.expectedShare': { readonly date: string | number; readonly share: string | number };
  'booking.format.from': { readonly date: string | number };
  'booking.format.frontLoading': { readonly percent: string | number };
  'booking.format.goalStand': { readonly delivered: string | number; readonly total: string | number };
  'booking.format.goalStandWithPlan': { readonly delivered: string | number; readonly planned: string | number; readonly total: string | number };
  'booking.format.issue': { readonly action: string | number; readonly reason: string | number };
  'booking.format.issueEffect': { readonly count: number; readonly effect: string; readonly share: string | number };
  'booking.format.issuePositions': { readonly count: number; readonly names: string | number; readonly scope: string; readonly total: number };
  'booking.format.keyword': { readonly match: string; readonly text: string | number };
  'booking.format.lastDayWithAds': { readonly day: string | number };
  'booking.format.lift': { readonly change: string | number; readonly high: string | number; readonly low: string | number };
  'booking.format.loopGap': { readonly count: number };
  'booking.format.loopPercent': { readonly percent: string | number };
  'booking.format.loopPlays': { readonly count: number };
  'booking.format.loopWholeStore': { readonly loop: string | number };
  'booking.format.modelledShare': { readonly share: string | number };
  'booking.format.namesAndMore': { readonly count: number; readonly names: string | number };
  'booking.format.plannedByNow': { readonly planned: string | number };
  'booking.format.plannedForDay': { readonly count: number };
  'booking.format.position': { readonly format: string | number; readonly location: string | number };
  'booking.format.priority': { readonly priority: string | number };
  'booking.format.priorityScale': { readonly priority: string | number };
  'booking.format.priorityWithScale': { readonly priority: string | number };
  'booking.format.rateWithInterval': { readonly high: string | number; readonly low: string | number; readonly rate: string | number };
  'booking.format.refusals': { readonly count: number; readonly reason: string | number };
  'booking.format.requestsPerDay': { readonly count: number };
  'booking.format.rotationShare': { readonly share: string | number };
  'booking.format.shareOfCount': { readonly count: number; readonly share: string | number };
  'booking.format.simulatedImpressions': { readonly count: number; readonly share: string | number };
  'booking.format.simulatedShare': { readonly share: string | number };
  'booking.format.spendGoal': { readonly amount: string | number };
  'booking.format.targetingLoss': { readonly count: number; readonly share: string | number };
  'booking.format.until': { readonly date: string | number };
  'booking.format.weight': { readonly weight: number };
  'booking.format.wonOfRequests': { readonly matched: number; readonly share: string | number; readonly won: number };
  'booking.furtherForecast.clicks': { readonly count: number; readonly date: string | number };
  'booking.furtherForecast.completes': { readonly count: number; readonly date: string | number };
  'booking.furtherForecast.impressions': { readonly count: number; readonly date: string | number };
  'booking.furtherForecast.starts': { readonly count: number; readonly date: string | number };
  'booking.furtherForecast.viewables': { readonly count: number; readonly date: string | number };
  'booking.goalTotal.clicks': { readonly count: number };
  'booking.goalTotal.completes': { readonly count: number };
  'booking.goalTotal.impressions': { readonly count: number };
  'booking.goalTotal.plays': { readonly count: number };
  'booking.goalTotal.starts': { readonly count: number };
  'booking.goalTotal.views': { readonly count: number };
  'booking.hint.chart': { readonly count: number; readonly timeZone: string | number };
  'booking.hint.chartTotal': { readonly count: number; readonly total: number };
  'booking.hint.keywords': { readonly count: number };
  'booking.hint.schedule': { readonly timeZone: string | number };
  'booking.label.capCount': { readonly number: number };
  'booking.label.capPeriod': { readonly number: number };
  'booking.label.capSubject': { readonly number: number };
  'booking.label.capUnknown': { readonly number: number };
  'booking.label.endInZone': { readonly timeZone: string | number };
  'booking.label.fieldOf': { readonly field: string | number; readonly name: string | number };
  'booking.label.goalAmount': { readonly currency: string | number };
  'booking.label.matchOf': { readonly keyword: string | number };
  'booking.label.startInZone': { readonly timeZone: string | number };
  'booking.label.weightOf': { readonly name: string | number };
  'booking.label.weightsOf': { readonly count: number; readonly name: string | number };
  'booking.notice.bulkEdited': { readonly count: number };
  'booking.notice.changed': { readonly field: string | number; readonly name: string | number };
  'booking.notice.duplicated': { readonly name: string | number };
  'booking.notice.extended': { readonly name: string | number };
  'booking.notice.makegoodCreated': { readonly name: string | number };
  'booking.notice.moved': { readonly count: number };
  'booking.priceText.cpa': { readonly amount: string | number };
  'booking.priceText.cpc': { readonly amount: string | number };
  'booking.priceText.cpcv': { readonly amount: string | number };
  'booking.priceText.cpd': { readonly amount: string | number };
  'booking.priceText.cpm': { readonly amount: string | number };
  'booking.priceText.cpv': { readonly amount: string | number };
  'booking.priceText.flat': { readonly amount: string | number };
  'booking.priceText.flat_over_flight': { readonly amount: string | number };
  'booking.priceText.vcpm': { readonly amount: string | number };
  'booking.text.allRequestsSince': { readonly count: number; readonly since: string | number };
  'booking.text.availableRequests': { readonly count: number; readonly share: string | number };
  'booking.text.canDeliver': { readonly count: number };
  'booking.text.canDeliverMostRequested': { readonly count: number; readonly total: number };
  'booking.text.changeable': { readonly count: number };
  'booking.text.countPartial': { readonly since: string | number };
  'booking.text.eligibleShare': { readonly share: string | number };
  'booking.text.forecastError': { readonly percent: string | number };
  'booking.text.fromUntilNow': { readonly from: string | number };
  'booking.text.goalMissed': { readonly goal: number; readonly missing: number };
  'booking.text.goalReached': { readonly goal: number };
  'booking.text.interval': { readonly high: number; readonly low: number };
  'booking.text.lead': { readonly id: string | number; readonly type: string | number };
  'booking.text.missingFields': { readonly count: number };
  'booking.text.notUploaded': { readonly files: string | number };
  'booking.text.otherBookingsChange': { readonly after: string | number; readonly before: string | number };
  'booking.text.positionError': { readonly days: number; readonly percent: string | number };
  'booking.text.positionErrorWithInterval': { readonly days: number; readonly held: string | number; readonly percent: string | number };
  'booking.text.positionNotTested': { readonly days: number };
  'booking.text.positionsSelected': { readonly count: number };
  'booking.text.requiredMissing': { readonly count: number };
  'booking.text.sampledRequestsSince': { readonly count: number; readonly since: string | number };
  'booking.text.selected': { readonly count: number };
  'booking.text.strongLoss': { readonly after: string | number; readonly before: string | number; readonly name: string | number };
  'booking.text.targetingTooNarrow': { readonly days: number; readonly share: string | number };
  'booking.text.unrecordedTargeting': { readonly values: string | number };
  'booking.title.bulkEdit': { readonly count: number };
  'booking.title.goalMissed': { readonly day: string | number; readonly expected: number; readonly requested: number };
  'booking.title.goalNotReachable': { readonly expected: number; readonly requested: number };
  'booking.title.makeGood': { readonly name: string | number };
  'booking.title.strongLoss': { readonly count: number };
  'bookingTemplate.action.rowActions': { readonly name: string | number };
  'bookingTemplate.format.reference': { readonly kind: string | number; readonly name: string | number };
  'bookingTemplate.label.withCreatives': { readonly count: number };
  'bookingTemplate.notice.deleted': { readonly name: string | number };
  'bookingTemplate.notice.saved': { readonly name: string | number };
  'bookingTemplate.text.applied': { readonly name: string | number };
  'bookingTemplate.text.appliedWithout': { readonly name: string | number };
  'bulkEdit.error.notChanged': { readonly count: number };
  'bulkEdit.label.changeOf': { readonly field: string | number };
  'bulkEdit.reason.alreadyBooked': { readonly name: string | number };
  'bulkEdit.reason.notBooked': { readonly name: string | number };
  'bulkEdit.reason.otherBrand': { readonly name: string | number };
  'bulkEdit.reason.otherFormat': { readonly name: string | number };
  'bulkEdit.reason.unknownCreative': { readonly name: string | number };
  'campaign.action.import': { readonly count: number };
  'campaign.actionDone.accept': { readonly name: string | number };
  'campaign.actionDone.approve': { readonly name: string | number };
  'campaign.actionDone.archive': { readonly name: string | number };
  'campaign.actionDone.cancel': { readonly name: string | number };
  'campaign.actionDone.confirm': { readonly name: string | number };
  'campaign.actionDone.convert': { readonly name: string | number };
  'campaign.actionDone.hold': { readonly name: string | number };
  'campaign.actionDone.pause': { readonly name: string | number };
  'campaign.actionDone.reject': { readonly name: string | number };
  'campaign.actionDone.release': { readonly name: string | number };
  'campaign.actionDone.reopen': { readonly name: string | number };
  'campaign.actionDone.resume': { readonly name: string | number };
  'campaign.actionDone.submit': { readonly name: string | number };
  'campaign.actionDone.unarchive': { readonly name: string | number };
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
  'campaign.format.clicks': { readonly today: number; readonly total: number };
  'campaign.format.ofBudget': { readonly amount: string | number };
  'campaign.hint.columns': { readonly columns: string | number };
  'campaign.label.validUntilInZone': { readonly timeZone: string | number };
  'campaign.text.ignoredColumns': { readonly columns: string | number };
  'campaign.text.imported': { readonly count: number };
  'campaign.text.invalidLines': { readonly count: number };
  'campaign.text.lead': { readonly id: string | number; readonly type: string | number };
  'campaign.text.selected': { readonly count: number };
  'campaign.text.timeZone': { readonly timeZone: string | number };
  'comment.action.removeFile': { readonly file: string | number };
  'comment.action.retryUpload': { readonly file: string | number };
  'comment.error.fileEmpty': { readonly file: string | number };
  'comment.error.fileTooLarge': { readonly file: string | number; readonly limit: string | number; readonly size: string | number };
  'comment.error.tooManyFiles': { readonly count: number; readonly file: string | number };
  'comment.error.uploadFailed': { readonly file: string | number };
  'comment.hint.attachments': { readonly count: number; readonly size: string | number };
  'comment.label.commentOf': { readonly author: string | number };
  'comment.label.kindByEmail': { readonly kind: string | number };
  'comment.label.kindInApp': { readonly kind: string | number };
  'comment.label.uploadOf': { readonly file: string | number };
  'comment.text.emailTo': { readonly email: string | number };
  'comment.text.notification': { readonly actor: string | number; readonly kind: string; readonly object: string | number };
  'comment.text.sentOf': { readonly sent: string | number; readonly total: string | number };
  'comment.text.uploading': { readonly count: number };
  'common.action.clearField': { readonly label: string | number };
  'common.action.copyValue': { readonly label: string | number };
  'common.action.createNamed': { readonly name: string | number };
  'common.action.deleteView': { readonly name: string | number };
  'common.action.editField': { readonly field: string | number };
  'common.action.filters': { readonly count: number };
  'common.action.goToPage': { readonly control: string };
  'common.action.moveColumnDown': { readonly column: string | number };
  'common.action.moveColumnUp': { readonly column: string | number };
  'common.action.removeSystem': { readonly number: string | number };
  'common.action.selectRow': { readonly id: string | number };
  'common.error.field': { readonly field: string | number; readonly message: string | number };
  'common.format.reasonCount': { readonly count: number; readonly reason: string | number };
  'common.label.columnWidth': { readonly column: string | number };
  'common.label.currencyOf': { readonly label: string | number };
  'common.label.dayAndTime': { readonly day: string | number; readonly time: string | number };
  'common.label.idInSystem': { readonly number: string | number };
  'common.label.page': { readonly page: number };
  'common.label.systemNumber': { readonly number: string | number };
  'common.label.withTimeZone': { readonly label: string | number; readonly timeZone: string | number };
  'common.label.withValue': { readonly label: string | number; readonly value: string | number };
  'common.text.archived': { readonly name: string | number };
  'common.text.created': { readonly name: string | number };
  'common.text.exactHours': { readonly days: string | number; readonly from: string | number; readonly to: string | number };
  'common.text.firstChanged': { readonly time: string | number };
  'common.text.itemsMore': { readonly count: number };
  'common.text.itemsUnchanged': { readonly count: number };
  'common.text.labelAndText': { readonly label: string | number; readonly text: string | number };
  'common.text.pageRange': { readonly first: number; readonly last: number; readonly total: number };
  'common.text.saved': { readonly name: string | number };
  'common.text.selectedHours': { readonly count: number };
  'common.text.unarchived': { readonly name: string | number };
  'common.title.archive': { readonly name: string | number };
  'common.title.cancel': { readonly name: string | number };
  'common.title.heldUntil': { readonly until: string | number };
  'common.title.hold': { readonly name: string | number };
  'common.title.holdEnded': { readonly until: string | number };
  'common.title.reject': { readonly name: string | number };
  'common.title.release': { readonly name: string | number };
  'configuration.action.apply': { readonly count: number };
  'configuration.error.alias': { readonly file: string | number };
  'configuration.error.doubleKey': { readonly file: string | number; readonly key: string | number };
  'configuration.error.noSections': { readonly file: string | number };
  'configuration.text.changes': { readonly archived: string | number; readonly created: string | number; readonly restored: string | number; readonly updated: string | number };
  'configuration.text.moreChanges': { readonly count: number };
  'configuration.text.planned': { readonly archived: string | number; readonly created: string | number; readonly restored: string | number; readonly updated: string | number };
  'configuration.text.shares': { readonly count: number };
  'configuration.text.undo': { readonly count: number };
  'configuration.text.undoneBy': { readonly number: string | number };
  'configuration.text.unmanaged': { readonly count: number };
  'configuration.title.undo': { readonly number: string | number };
  'conversion.format.clickAndViewRule': { readonly clickDays: number; readonly viewDays: number };
  'conversion.format.clickRule': { readonly clickDays: number };
  'conversion.format.line': { readonly quantity: number; readonly revenue: string | number; readonly sku: string | number };
  'conversion.title.candidates': { readonly sku: string | number };
  'conversion.title.order': { readonly id: string | number };
  'creative.action.addPicked': { readonly count: number };
  'creative.action.clearField': { readonly field: string | number };
  'creative.action.removeFile': { readonly file: string | number };
  'creative.action.stopUpload': { readonly file: string | number };
  'creative.action.uploadFiles': { readonly count: number };
  'creative.done.approve': { readonly name: string | number };
  'creative.done.archive': { readonly name: string | number };
  'creative.done.cancel': { readonly name: string | number };
  'creative.done.pause': { readonly name: string | number };
  'creative.done.reject': { readonly name: string | number };
  'creative.done.reopen': { readonly name: string | number };
  'creative.done.resume': { readonly name: string | number };
  'creative.done.submit': { readonly name: string | number };
  'creative.done.unarchive': { readonly name: string | number };
  'creative.error.noFormatForKind': { readonly kind: string | number };
  'creative.error.noFormatOfSize': { readonly size: string | number };
  'creative.error.wrongKind': { readonly kind: string | number };
  'creative.hint.crop': { readonly height: string | number; readonly width: string | number };
  'creative.hint.pickerLimit': { readonly count: number };
  'creative.hint.replacementFile': { readonly kind: string | number };
  'creative.hint.uploadFiles': { readonly size: string | number };
  'creative.label.cropOf': { readonly file: string | number };
  'creative.label.formatOf': { readonly file: string | number };
  'creative.label.nameOf': { readonly file: string | number };
  'creative.label.uploadOf': { readonly file: string | number };
  'creative.notice.duplicated': { readonly name: string | number };
  'creative.text.checkError': { readonly message: string | number };
  'creative.text.checkInfo': { readonly message: string | number };
  'creative.text.checkWarning': { readonly message: string | number };
  'creative.text.issues': { readonly count: number };
  'creative.text.kindAndId': { readonly id: string | number; readonly kind: string | number };
  'creative.text.missingFormats': { readonly count: number; readonly formats: string | number };
  'creative.text.product': { readonly name: string | number };
  'creative.text.seconds': { readonly seconds: number };
  'creative.text.sentOf': { readonly sent: string | number; readonly total: string | number };
  'creative.text.skipAfter': { readonly seconds: number };
  'creative.text.submitted': { readonly time: string | number };
  'creative.text.variants': { readonly count: number; readonly max: number; readonly min: number; readonly size: string | number };
  'creative.text.variantsOfWidth': { readonly count: number; readonly size: string | number; readonly width: number };
  'decision.format.booking': { readonly id: string | number };
  'decision.format.bookingRotation': { readonly list: string | number };
  'decision.format.creativeShare': { readonly id: string | number; readonly share: string | number };
  'decision.format.plannedRotation': { readonly list: string | number; readonly plan: string | number };
  'decision.format.refusal': { readonly count: number; readonly reason: string | number };
  'decision.format.revision': { readonly revision: string | number };
  'decision.format.slotResult': { readonly id: string | number; readonly reason: string | number };
  'decision.text.candidatesShown': { readonly count: number };
  'decision.title.candidates': { readonly slot: string | number };
  'decision.title.position': { readonly id: string | number };
  'email.action.openObject': { readonly object: string | number };
  'email.label.dayRange': { readonly from: string | number; readonly to: string | number };
  'email.label.reportSubject': { readonly name: string | number; readonly period: string | number };
  'email.text.countedUntil': { readonly time: string | number };
  'email.text.countedUntilOpen': { readonly time: string | number };
  'email.text.invitation': { readonly account: string | number; readonly email: string | number; readonly inviter: string | number };
  'email.text.invitationSubject': { readonly account: string | number; readonly inviter: string | number };
  'email.text.linkExpires': { readonly time: string | number };
  'email.text.manageSchedule': { readonly cadence: string };
  'email.text.notificationReason': { readonly account: string | number; readonly url: string | number };
  'email.text.passwordLink': { readonly account: string | number; readonly email: string | number };
  'email.text.passwordLinkSubject': { readonly account: string | number };
  'email.text.reportCounts': { readonly clicks: number; readonly impressions: number; readonly rows: number };
  'firstAd.hint.image': { readonly height: number; readonly width: number };
  'firstAd.label.step': { readonly number: string | number; readonly title: string | number };
  'firstAd.text.bookingName': { readonly advertiser: string | number; readonly format: string | number };
  'firstAd.text.campaignName': { readonly advertiser: string | number };
  'firstAd.text.creativeName': { readonly advertiser: string | number; readonly size: string | number };
  'firstAd.text.locationName': { readonly site: string | number };
  'firstAd.text.positionName': { readonly format: string | number; readonly site: string | number };
  'inventory.action.addLocationTo': { readonly name: string | number };
  'inventory.action.addPositionTo': { readonly name: string | number };
  'inventory.action.addPublicationTo': { readonly name: string | number };
  'inventory.action.collapse': { readonly name: string | number };
  'inventory.action.copy': { readonly text: string | number };
  'inventory.action.copyFile': { readonly file: string | number };
  'inventory.action.createPositions': { readonly count: number };
  'inventory.action.expand': { readonly name: string | number };
  'inventory.action.hideTexts': { readonly domain: string | number };
  'inventory.action.removeField': { readonly number: string | number };
  'inventory.action.selectColumn': { readonly format: string | number };
  'inventory.action.selectRow': { readonly location: string | number };
  'inventory.action.showTexts': { readonly domain: string | number };
  'inventory.format.venueType': { readonly code: string | number; readonly name: string | number };
  'inventory.hint.slotName': { readonly slotName: string | number };
  'inventory.label.bookingId': { readonly id: string | number };
  'inventory.label.existingSlot': { readonly slotName: string | number };
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
  'inventory.loopProblem.roadblock_loops_differ': { readonly booking: string | number };
  'inventory.loopProblem.roadblock_no_slot': { readonly booking: string | number };
  'inventory.loopProblem.roadblock_no_store': { readonly booking: string | number };
  'inventory.loopProblem.roadblock_screen_refuses': { readonly booking: string | number };
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
  'inventory.text.newSlotNames': { readonly count: number; readonly names: string | number };
  'inventory.text.playsComplete': { readonly count: number };
  'inventory.text.playsIncomplete': { readonly count: number; readonly last: number; readonly verified: number };
  'inventory.text.positionFailed': { readonly problem: string | number; readonly slotName: string | number };
  'inventory.text.positionsCreated': { readonly count: number };
  'inventory.text.positionsFailed': { readonly count: number };
  'inventory.text.preview': { readonly revision: string | number };
  'inventory.text.requestsPerDay': { readonly count: string | number; readonly requests: number };
  'inventory.text.screenClosed': { readonly date: string | number };
  'inventory.text.seconds': { readonly seconds: number };
  'inventory.text.tooManyPositions': { readonly count: number };
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
  'labels.format.dayOf': { readonly day: number; readonly days: number };
  'labels.format.inCurrency': { readonly currency: string | number; readonly label: string | number };
  'labels.format.progress': { readonly delivered: string | number };
  'labels.format.progressWithExpected': { readonly delivered: string | number; readonly expected: string | number };
  'labels.reportColumn.id': { readonly dimension: string | number };
  'labels.reportColumn.revenue': { readonly currency: string | number };
  'labels.reportColumn.spend': { readonly currency: string | number };
  'mediaPartner.text.lastImport': { readonly file: string | number; readonly time: string | number };
  'mediaPartner.text.lastImportRejected': { readonly file: string | number; readonly time: string | number };
  'mediaPartner.text.noBrands': { readonly name: string | number };
  'mediaPartner.text.noProducts': { readonly name: string | number };
  'mediaPartner.text.products': { readonly count: number };
  'problem.detail.actionNotAllowed': { readonly action: string | number; readonly status: string | number };
  'problem.detail.allowedMethods': { readonly methods: string | number };
  'problem.detail.alreadyUndone': { readonly by: string | number; readonly id: string | number };
  'problem.detail.applyNotFound': { readonly id: string | number };
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
  'problem.detail.maxBookingTemplates': { readonly count: string | number };
  'problem.detail.maxSavedReports': { readonly count: string | number };
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
  'problem.detail.signatureRefused': { readonly code: string | number };
  'problem.detail.staleConfiguration': { readonly expected: string | number; readonly revision: string | number };
  'problem.detail.staleVersion': { readonly given: string | number; readonly version: string | number };
  'problem.detail.storedFileNotFound': { readonly path: string | number };
  'problem.detail.undoByOperations': { readonly action: string | number };
  'problem.detail.unreadable': { readonly reason: string | number };
  'problem.detail.uploadIncomplete': { readonly received: number; readonly total: number };
  'problem.detail.uploadTooLong': { readonly bytes: string | number };
  'problem.field.accentContrast': { readonly color: string | number; readonly page: string | number; readonly text: string | number };
  'problem.field.actionNotFor': { readonly action: string | number; readonly kind: string | number };
  'problem.field.activeSvg': { readonly part: string | number };
  'problem.field.allowedDomains': { readonly domains: string | number };
  'problem.field.allowedParts': { readonly parts: string | number };
  'problem.field.asciiCharacters': { readonly characters: string | number; readonly max: string | number };
  'problem.field.attachmentTooBig': { readonly bytes: number; readonly file: string | number };
  'problem.field.bookingCurrency': { readonly bookingId: string | number; readonly currency: string | number };
  'problem.field.bookingNotOfCampaign': { readonly campaignId: string | number; readonly id: string | number };
  'problem.field.bookingOfPurchase': { readonly purchaseId: string | number };
  'problem.field.brandInUse': { readonly bookingId: string | number; readonly brandId: string | number };
  'problem.field.budgetCurrency': { readonly currency: string | number };
  'problem.field.budgetOverCampaignLimit': { readonly amount: string | number };
  'problem.field.budgetOverDailyLimit': { readonly amount: string | number };
  'problem.field.budgetWithModel': { readonly bookingId: string | number; readonly model: string | number };
  'problem.field.builtInCategories': { readonly categories: string | number };
  'problem.field.campaignOfOtherAdvertiser': { readonly id: string | number };
  'problem.field.campaignOfPurchase': { readonly purchaseId: string | number };
  'problem.field.categoryInUse': { readonly category: string | number; readonly id: string | number };
  'problem.field.checksumHeader': { readonly algorithms: string | number };
  'problem.field.code': { readonly example: string | number };
  'problem.field.configurationKey': { readonly count: string | number };
  'problem.field.configurationVersion': { readonly version: string | number };
  'problem.field.countryCode': { readonly example: string | number; readonly value: string | number };
  'problem.field.creativeOfOtherBrand': { readonly brandId: string | number; readonly id: string | number };
  'problem.field.currencyOfLimit': { readonly currency: string | number };
  'problem.field.date': { readonly example: string | number };
  'problem.field.deviceType': { readonly example: string | number; readonly value: string | number };
  'problem.field.domainTaken': { readonly domain: string | number; readonly id: string | number; readonly name: string | number };
  'problem.field.duplicateExternalId': { readonly key: string | number };
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
  'problem.field.languageTag': { readonly example: string | number; readonly value: string | number };
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
  'problem.field.missingRawFile': { readonly sha256: string | number };
  'problem.field.missingRole': { readonly id: string | number; readonly role: string | number };
  'problem.field.missingStoredFile': { readonly path: string | number };
  'problem.field.modelWithBudget': { readonly model: string | number };
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
  'problem.field.regionCode': { readonly example: string | number; readonly value: string | number };
  'problem.field.requiredForFlightPrice': { readonly model: string | number };
  'problem.field.requiredForKind': { readonly kind: string | number };
  'problem.field.requiredForMethod': { readonly method: string | number };
  'problem.field.requiredWithoutFile': { readonly kind: string | number };
  'problem.field.scopesOfBuyer': { readonly scopes: string | number };
  'problem.field.skipAfterDuration': { readonly durationMs: string | number; readonly skipAfterMs: string | number };
  'problem.field.spendGoalPrice': { readonly models: string | number };
  'problem.field.takenByProduct': { readonly id: string | number };
  'problem.field.takenValue': { readonly value: string | number };
  'problem.field.tooManyExplained': { readonly count: number };
  'problem.field.unfitFormat': { readonly kind: string | number; readonly mediaType: string | number };
  'problem.field.unknownReference': { readonly key: string | number; readonly section: string | number };
  'problem.field.unknownSection': { readonly names: string | number };
  'problem.field.urlExample': { readonly example: string | number };
  'problem.field.venueType': { readonly example: string | number; readonly value: string | number };
  'problem.field.videoTooLong': { readonly count: number };
  'problem.field.visibleAscii': { readonly max: string | number };
  'problem.field.wrongAlgorithm': { readonly algorithm: string | number };
  'problem.field.wrongDuration': { readonly declaredMs: string | number; readonly durationMs: string | number };
  'product.action.addShown': { readonly count: number };
  'product.action.remove': { readonly name: string | number };
  'product.error.feedFormat': { readonly extensions: string | number };
  'product.label.uploadOf': { readonly file: string | number };
  'product.text.faultCount': { readonly count: number; readonly fault: string | number };
  'product.text.firstFound': { readonly shown: number; readonly total: number };
  'product.text.found': { readonly count: number };
  'product.text.keywordsAndCategories': { readonly categories: number; readonly keywords: number };
  'product.text.productOf': { readonly brand: string | number; readonly sku: string | number };
  'product.text.sent': { readonly size: string | number };
  'product.title.firstInvalidRows': { readonly shown: number };
  'product.title.import': { readonly id: string | number };
  'report.action.drillDown': { readonly name: string | number };
  'report.action.removeFilter': { readonly name: string | number };
  'report.action.rowActions': { readonly name: string | number };
  'report.column.change': { readonly column: string | number };
  'report.column.changePercent': { readonly column: string | number };
  'report.column.previous': { readonly column: string | number };
  'report.format.interval': { readonly high: string | number; readonly low: string | number };
  'report.hint.columnMissing': { readonly column: string | number };
  'report.hint.importCounts': { readonly columns: string | number };
  'report.label.offlineScreens': { readonly offline: string | number; readonly screens: string | number };
  'report.perTime.day': { readonly metric: string | number };
  'report.perTime.hour': { readonly metric: string | number };
  'report.perTime.month': { readonly metric: string | number };
  'report.text.before': { readonly value: string | number };
  'report.text.changed': { readonly difference: string | number; readonly ratio: string | number };
  'report.text.chartOf': { readonly dimensions: string | number; readonly metric: string | number };
  'report.text.comparedWith': { readonly days: string | number };
  'report.text.copyOf': { readonly name: string | number };
  'report.text.countingEvents': { readonly percent: number };
  'report.text.daily': { readonly time: string | number; readonly timeZone: string | number };
  'report.text.daySoFar': { readonly day: string | number };
  'report.text.days': { readonly from: string | number; readonly to: string | number };
  'report.text.deleted': { readonly name: string | number };
  'report.text.description': { readonly dimensions: string | number; readonly period: string | number };
  'report.text.duplicated': { readonly name: string | number };
  'report.text.final': { readonly time: string | number };
  'report.text.firstRows': { readonly count: number; readonly shown: number };
  'report.text.importedCounts': { readonly count: number };
  'report.text.lastRun': { readonly status: string | number; readonly time: string | number };
  'report.text.mailedTo': { readonly recipients: string | number };
  'report.text.metricBy': { readonly dimensions: string | number; readonly metric: string | number };
  'report.text.missedPlaysTotal': { readonly missed: string | number; readonly planned: string | number; readonly played: string | number; readonly rate: string | number };
  'report.text.monthSoFar': { readonly month: string | number };
  'report.text.monthly': { readonly day: number; readonly time: string | number; readonly timeZone: string | number };
  'report.text.page': { readonly page: number; readonly pages: number };
  'report.text.pivotTable': { readonly dimensions: string | number; readonly metric: string | number; readonly pivot: string | number };
  'report.text.points': { readonly points: string | number };
  'report.text.preliminary': { readonly time: string | number };
  'report.text.rawEvents': { readonly from: string | number; readonly to: string | number };
  'report.text.reach': { readonly share: string | number };
  'report.text.reachHidden': { readonly fewest: string | number };
  'report.text.rows': { readonly count: number };
  'report.text.saved': { readonly name: string | number };
  'report.text.timeZones': { readonly count: number; readonly timeZones: string | number };
  'report.text.waitingReports': { readonly count: number };
  'report.text.weekly': { readonly time: string | number; readonly timeZone: string | number; readonly weekday: string | number };
  'review.format.bookingItem': { readonly state: string; readonly type: string | number };
  'review.format.campaignOf': { readonly advertiser: string | number; readonly brands: string | number; readonly campaign: string | number };
  'review.format.creativeItem': { readonly kind: string | number; readonly state: string };
  'review.format.file': { readonly count: number; readonly name: string | number };
  'review.format.fileWithSize': { readonly count: number; readonly name: string | number; readonly size: string | number };
  'review.format.milliseconds': { readonly count: number };
  'review.text.count': { readonly count: number };
  'selling.action.removeAccount': { readonly number: number };
  'selling.action.removePrice': { readonly code: string | number };
  'selling.format.firmUntil': { readonly date: string | number };
  'selling.format.flight': { readonly from: string | number; readonly until: string | number };
  'selling.format.package': { readonly name: string | number; readonly number: string | number };
  'selling.format.partOfPurchase': { readonly agent: string | number; readonly id: string | number };
  'selling.format.purchaseOf': { readonly agent: string | number; readonly id: string | number };
  'selling.format.shareOfPackage': { readonly number: string | number };
  'selling.text.forecast': { readonly expected: number; readonly high: number; readonly low: number };
  'selling.text.forecastBasis': { readonly days: number; readonly positions: number };
  'selling.title.checkPackage': { readonly number: string | number };
  'selling.title.declinePurchase': { readonly name: string | number };
  'selling.title.revokeAgent': { readonly name: string | number };
  'settings.action.removeFile': { readonly label: string | number };
  'settings.action.uploadNamedFile': { readonly label: string | number };
  'settings.action.useColor': { readonly color: string | number };
  'settings.hint.clickDays': { readonly max: number };
  'settings.hint.newPassword': { readonly count: number };
  'settings.hint.viewDays': { readonly max: number };
  'settings.text.fileRemoved': { readonly label: string | number };
  'settings.text.fileSaved': { readonly label: string | number };
  'shell.label.account': { readonly name: string | number };
  'shell.label.notifications': { readonly count: number };
  'shell.text.behindPlan': { readonly amount: string | number };
  'shell.text.dataAsOf': { readonly time: string | number };
  'shell.text.dataDelayed': { readonly time: string | number };
  'shell.text.deliveryChart': { readonly count: number; readonly today: number; readonly total: number };
  'shell.text.deliveryLead': { readonly count: number };
  'shell.text.ends': { readonly day: string | number };
  'shell.text.noImpressions': { readonly count: number };
  'shell.text.nothingIn': { readonly lists: string | number };
  'shell.text.pendingReview': { readonly bookings: number; readonly creatives: number };
  'shell.text.plannedSoFar': { readonly delivered: string | number; readonly planned: string | number; readonly reason: string | number };
  'shell.text.pointChange': { readonly change: string | number };
  'shell.text.sentence': { readonly reason: string | number };
  'shell.text.shouldHaveStarted': { readonly day: string | number };
  'shell.text.starts': { readonly time: string | number };
  'shell.text.startsOn': { readonly day: string | number };
  'shell.text.stepDone': { readonly step: string | number };
  'shell.text.stepsDone': { readonly count: number; readonly done: number };
  'shell.text.weekChange': { readonly change: string | number };
  'shell.title.needsAttention': { readonly count: number };
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
  'signIn.title.invitation': { readonly account: string | number };
  'signIn.title.providerUnavailable': { readonly provider: string | number };
  'signIn.title.refused': { readonly provider: string | number };
  'system.hint.revisionPending': { readonly revision: string | number };
  'system.hostStatusHint.isolated': { readonly components: string | number };
  'system.label.revisionNumber': { readonly revision: string | number };
  'system.text.jobs': { readonly count: number };
  'system.text.journal': { readonly size: string | number };
  'system.text.journalTransferred': { readonly time: string | number };
  'system.text.memory': { readonly size: string | number };
  'system.text.restarts': { readonly count: number };
  'system.text.revisionLive': { readonly live: number; readonly revision: string | number; readonly total: number };
  'system.text.since': { readonly time: string | number };
  'system.text.version': { readonly version: string | number };
  'system.title.processes': { readonly host: string | number };
  'targeting.format.and': { readonly first: string | number; readonly rest: string | number };
  'targeting.format.codedOption': { readonly code: string | number; readonly name: string | number };
  'targeting.format.daypart': { readonly days: string | number; readonly from: string | number; readonly to: string | number };
  'targeting.format.everyDayPart': { readonly from: string | number; readonly to: string | number };
  'targeting.format.fact': { readonly fact: string | number; readonly values: string | number };
  'targeting.format.group': { readonly condition: string | number };
  'targeting.format.near': { readonly coordinates: string | number; readonly metres: number };
  'targeting.format.not': { readonly condition: string | number };
  'targeting.format.or': { readonly first: string | number; readonly rest: string | number };
  'targeting.format.otherValue': { readonly value: string | number };
  'targeting.format.parameter': { readonly name: string | number; readonly values: string | number };
  'targeting.format.regionOption': { readonly code: string | number; readonly country: string | number; readonly name: string | number };
  'targeting.format.segmentOption': { readonly code: string | number; readonly count: number };
  'targeting.format.summary': { readonly condition: string | number };
  'targeting.format.urlContains': { readonly values: string | number };
  'targeting.hint.search': { readonly example: string | number };
  'targeting.hint.values': { readonly example: string | number };
  'targeting.text.noGeoDatabase': { readonly facts: string | number };
  'timeline.format.bar': { readonly dates: string | number; readonly text: string | number };
  'timeline.format.dayAvailability': { readonly day: string | number; readonly expected: number; readonly free: number };
  'timeline.format.dayOverbooked': { readonly day: string | number; readonly excess: number };
  'timeline.format.goalShare': { readonly goal: string | number; readonly percent: string | number };
  'timeline.format.groupCount': { readonly count: number };
  'timeline.format.loss': { readonly after: string | number; readonly before: string | number; readonly name: string | number };
  'timeline.format.nameAndState': { readonly name: string | number; readonly state: string | number };
  'timeline.format.openEnd': { readonly from: string | number };
  'timeline.format.quarter': { readonly quarter: number; readonly year: string | number };
  'timeline.format.range': { readonly from: string | number; readonly to: string | number };
  'timeline.format.shareChange': { readonly after: string | number; readonly before: string | number };
  'timeline.format.stateAndHealth': { readonly health: string | number; readonly status: string | number };
  'timeline.format.withHeld': { readonly held: number; readonly text: string | number };
  'timeline.text.availability': { readonly days: number; readonly free: string | number };
  'timeline.text.guaranteeMissed': { readonly percent: string | number };
  'timeline.text.printLimit': { readonly count: number };
  'timeline.text.truncated': { readonly shown: number; readonly total: number };
  'webhook.label.since': { readonly timeZone: string | number };
  'webhook.text.attempt': { readonly result: string | number; readonly time: string | number };
  'webhook.text.attemptFailed': { readonly error: string | number; readonly latency: number };
  'webhook.text.eventTypes': { readonly count: number };
  'webhook.text.nextAttempt': { readonly time: string | number };
  'webhook.text.object': { readonly id: string | number; readonly type: string | number };
  'webhook.text.replayed': { readonly count: number };
  'webhook.text.responded': { readonly latency: number; readonly status: string | number };
  'webhook.text.secretCreated': { readonly created: string | number };
  'webhook.text.secretExpires': { readonly created: string | number; readonly expires: string | number };
  'webhook.title.secret': { readonly name: string | number };
};

/** The key of a message: area, kind and name. */
export type MessageKey = PlainMessageKey | keyof MessageArguments;
