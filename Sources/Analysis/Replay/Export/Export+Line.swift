import ByteText
import Devices
import Expressions
import Links
import LogFormats
import Routing

extension Export {
    /// Writes the line for a decision.
    mutating func write(
        _ record: borrowing LogRecord, _ request: borrowing ClickRequest, _ outcome: borrowing Outcome,
        _ line: SightedLine, before: (decision: Decision, isAnother: Bool)?, in arena: borrowing ByteArena
    ) {
        fields.beginLine()
        for column in settings.columns {
            switch column {
            case .source: fields.text(column, sources[Int(record.place.input)])
            case .key: fields.text(column, line.key, in: arena)
            case .site: fields.text(column, outcome.site.map { sites[$0] })
            case .time, .host, .link, .country, .address, .userAgent, .referer:
                write(click: column, record, request, in: arena)
            case .platform, .osVersion, .formFactor, .inApp, .bot, .botKind, .store, .browser:
                write(device: column, outcome.device, in: arena)
            case .decision, .rule, .target, .location, .page, .status, .error, .undecided:
                write(decision: column, outcome, in: arena)
            case .loggedStatus: fields.number(column, record.status.map(Int.init))
            case .loggedLocation: fields.text(column, record.location, in: arena)
            case .loggedDecision: fields.text(column, record.logged?.kind?.rawValue)
            case .beforeDecision, .beforeRule, .beforeTarget, .changed:
                write(before: column, before, in: arena)
            }
        }
        fields.endLine()
    }

    private mutating func write(
        click column: ExportColumn, _ record: borrowing LogRecord, _ request: borrowing ClickRequest,
        in arena: borrowing ByteArena
    ) {
        switch column {
        case .time: fields.text(column, time(record.time))
        case .host: fields.text(column, record.host, in: arena)
        case .link: fields.text(column, request.link, in: arena)
        case .country: fields.text(column, request.country, in: arena)
        case .address: writeAddress(record.ip, in: arena)
        case .userAgent: fields.text(column, request.userAgent, in: arena)
        default: fields.text(column, record.referer, in: arena)
        }
    }

    private mutating func writeAddress(_ address: TextRange?, in arena: borrowing ByteArena) {
        switch settings.addresses {
        case .drop: fields.null(.address)
        case .keep: fields.text(.address, address, in: arena)
        case .pseudonym(let key):
            fields.text(.address, address.map { Hexadecimal.text(Array(key.pseudonym(of: arena[$0]))) })
        }
    }

    private mutating func write(device column: ExportColumn, _ device: Device?, in arena: borrowing ByteArena) {
        guard let device else { return fields.null(column) }
        switch column {
        case .platform: fields.word(column, device.platform.name)
        case .osVersion: fields.text(column, device.osVersion.isEmpty ? nil : device.osVersion, in: arena)
        case .formFactor: fields.word(column, device.formFactor.name)
        case .inApp: fields.word(column, device.inApp.name)
        case .bot: fields.bool(column, device.bot)
        case .store: fields.word(column, device.store.name)
        case .browser: fields.word(column, device.browser.name)
        default: fields.word(column, device.botKind?.name)
        }
    }

    private mutating func write(
        decision column: ExportColumn, _ outcome: borrowing Outcome, in arena: borrowing ByteArena
    ) {
        let decision = outcome.decision
        switch column {
        case .decision: fields.text(column, decision.kind.rawValue)
        case .rule: fields.text(column, decision.rule.map { rules[$0] })
        case .target: fields.text(column, decision.target, in: arena)
        case .location: fields.text(column, decision.location, in: arena)
        case .page: fields.text(column, decision.page?.rawValue)
        case .status: fields.number(column, Int(decision.status))
        case .error: fields.text(column, decision.error.map(name))
        default: fields.number(column, outcome.undecided.count)
        }
    }

    /// The error code of a refused link or of the deciding rule.
    private func name(of error: Decision.Failure) -> String {
        switch error {
        case .fault(let fault): fault.code.name.description
        case .rule(let rule): ruleErrors[rule] ?? ""
        }
    }

    private mutating func write(
        before column: ExportColumn, _ before: (decision: Decision, isAnother: Bool)?, in arena: borrowing ByteArena
    ) {
        guard let before else { return fields.null(column) }
        switch column {
        case .beforeDecision: fields.text(column, before.decision.kind.rawValue)
        case .beforeRule: fields.text(column, before.decision.rule.map { rulesBefore[$0] })
        case .beforeTarget: fields.text(column, before.decision.target, in: arena)
        default: fields.bool(column, before.isAnother)
        }
    }

    /// The time in RFC 3339 format. Formatted only when the second changes.
    private mutating func time(_ seconds: Int64?) -> String? {
        guard let seconds else { return nil }
        if seconds != lastTime.seconds {
            lastTime = (seconds, CELTimestamp(seconds: seconds)?.description)
        }
        return lastTime.text
    }
}
