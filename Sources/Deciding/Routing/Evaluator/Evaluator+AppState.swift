import ByteText
import Devices
import Expressions

/// The state of an app on the clicker's device, according to the device profile.
extension Evaluator {
    /// A reported state takes precedence. A reported version is compared with the minimum. An app reported with neither
    /// is current.
    ///
    /// - Parameter isLinks: Whether it is the link's app, to which a report without an ID applies.
    func readState(
        _ app: inout AppReading, isLinks: Bool, _ click: inout EvaluatedClick, _ request: borrowing ClickRequest,
        in arena: borrowing ByteArena
    ) {
        guard let report = report(on: app, isLinks: isLinks, request, in: arena) else { return }
        app.version = report.version
        app.state = report.state ?? state(of: app, &click, in: arena)
        if app.registered != nil, app.state == .current, report.version == nil, app.minimum != nil {
            click.warnings.insert(.appVersionUnknown)
        }
    }

    private func state(of app: AppReading, _ click: inout EvaluatedClick, in arena: borrowing ByteArena) -> AppState {
        guard let version = app.version, let minimum = app.minimum else { return .current }
        switch VersionOrder.compare(arena[version], arena[minimum]) {
        case .less: return .outdated
        case .equal, .greater: return .current
        case nil:
            click.warnings.insert(.malformedVersion)
            return .current
        }
    }

    /// The device profile's report for the app's ID, or the report without an ID.
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
