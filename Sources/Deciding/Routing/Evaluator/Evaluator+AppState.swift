import ByteText
import Devices
import Expressions

/// The state that an app is in on the clicker's device, by what the device profile says of it.
extension Evaluator {
    /// A stated state wins; a version is compared with the minimum; an app given with neither is current.
    ///
    /// - Parameter isLinks: Whether it is the link's app, which a report without an ID is about.
    func readState(
        _ app: inout AppReading, isLinks: Bool, _ click: inout Click, _ request: borrowing ClickRequest,
        in arena: borrowing ByteArena
    ) {
        guard let report = report(on: app, isLinks: isLinks, request, in: arena) else { return }
        app.version = report.version
        app.state = report.state ?? state(of: app, &click, in: arena)
        if app.registered != nil, app.state == .current, report.version == nil, app.minimum != nil {
            click.warnings.insert(.appVersionUnknown)
        }
    }

    private func state(of app: AppReading, _ click: inout Click, in arena: borrowing ByteArena) -> AppState {
        guard let version = app.version, let minimum = app.minimum else { return .current }
        switch VersionOrder.compare(arena[version], arena[minimum]) {
        case .less: return .outdated
        case .equal, .greater: return .current
        case nil:
            click.warnings.insert(.malformedVersion)
            return .current
        }
    }

    /// What the device profile says of the app: the report of its ID, or the one without an ID.
    private func report(
        on app: AppReading, isLinks: Bool, _ request: borrowing ClickRequest, in arena: borrowing ByteArena
    ) -> AppReport? {
        guard let reports = request.profile?.apps else { return nil }
        for report in reports {
            guard let reported = report.id else {
                if isLinks { return report }
                continue
            }
            if let id = app.id, arena[id].equals(arena[reported]) { return report }
        }
        return nil
    }
}
