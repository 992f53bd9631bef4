import ByteText
import Devices
import Expressions
import Routing

/// The requirements of a cube, computed once for all requests that should satisfy them.
struct CubeStatement {
    let parts: [(subject: FactVariable.Subject, cells: [FactVariable.Cell])]

    init(_ cube: Cube, _ space: FactSpace) {
        parts = cube.limits.map { limit in
            let variable = space.variables[limit.variable]
            let cells = variable.cells.indices.filter { limit.cells.contains($0) }.map { variable.cells[$0] }
            return (variable.subject, cells)
        }
    }
}

/// Builds requests that lie in a cube. Only the evaluator can confirm that they do.
extension RequestDraft {
    /// The draft with the requirements of a cube, as far as a request can state them.
    func stating(_ statement: CubeStatement, _ space: FactSpace) -> RequestDraft {
        var draft = self
        for part in statement.parts { draft.state(part.subject, part.cells, space) }
        // Only a user agent can suggest a Mac without settling it. A stated platform settles it.
        if draft.headers.contains(Self.safariOnMac) { draft.platform = nil }
        return draft
    }

    private mutating func state(_ subject: FactVariable.Subject, _ cells: [FactVariable.Cell], _ space: FactSpace) {
        switch subject {
        case .value(let fact):
            guard let name = FactName(rawValue: fact) else { return }
            state(name, cells)
        case .version(let fact):
            guard let text = Self.version(in: cells, space.versionPoints(of: fact)) else { return }
            state(FactName(rawValue: fact), text: text)
        case .time(let fact): state(timeIn: cells, space.timePoints(of: fact))
        case .entry(let fact, let key): state(entry: key, of: FactName(rawValue: fact), cells)
        case .answer(let test):
            if cells.contains(.yes) { state(test) }
        case .bucket, .number: break
        }
    }

    private mutating func state(_ name: FactName, _ cells: [FactVariable.Cell]) {
        switch cells.first {
        case .bool(let value) where cells.count == 1: state(name, bool: value)
        case .text(let text): state(name, text: cells.contains(.text(current(name) ?? "")) ? current(name) : text)
        case .beginning(let start):
            if !(current(name)?.hasPrefix(start) ?? false) { state(name, text: start + "x") }
        case .otherText: if current(name) == nil { state(name, text: Self.freshText(name)) }
        case .absent, .unknown: state(name, text: nil)
        default: break
        }
    }

    /// The draft's current value, if it satisfies the requirement.
    private func current(_ name: FactName) -> String? {
        switch name {
        case .devicePlatform: platform
        case .deviceInApp, .deviceAppName: inApp
        case .deviceFormFactor: formFactor
        case .deviceBotKind: botKind
        case .deviceStore: store
        case .deviceBrowser: browser
        case .appState: app?.state
        case .requestStage: stage
        case .requestReturnedFrom: returnedFrom
        default: name.parameter.flatMap { wanted in parameters.first { $0.name == wanted }?.value }
        }
    }

    private static let safariOnMac = Parameter(
        name: "user-agent",
        value:
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Safari/605.1.15")

    private mutating func state(_ name: FactName, bool: Bool) {
        switch name {
        case .deviceBot: bot = bool
        case .deviceMayBeIPad: if bool { setHeader(Self.safariOnMac.name, Self.safariOnMac.value) }
        case .linkHandleCodeInApp: if settings != nil { settings?.handleCodeInApp = bool }
        case .linkInstall: if settings != nil { settings?.install = bool }
        default: break
        }
    }

    private mutating func state(_ name: FactName?, text: String?) {
        switch name {
        case .devicePlatform: platform = text
        case .deviceInApp: inApp = text
        // Requests can't state names that are not listed.
        case .deviceAppName: if let text, InApp.named(text.utf8.span) != nil { inApp = text }
        case .deviceFormFactor: formFactor = text
        case .deviceOSVersion: osVersion = text
        case .deviceBotKind: botKind = text == "none" ? nil : text
        case .deviceStore: store = text
        case .deviceBrowser: browser = text
        case .deviceBrowserVersion: browserVersion = text
        case .appState: app = text.map { App(state: $0, version: app?.version) }
        case .appVersion: if let text { app = App(state: app?.state, version: text) }
        case .requestStage: stage = text
        case .requestReturnedFrom: returnedFrom = text == "none" ? nil : text
        case .requestIP: ip = text
        case .requestCountry: country = text
        case .requestRegion: region = text
        case .requestCity: city = text
        case .requestReferer: if let text { setHeader("referer", text) }
        default:
            // Only links that wrap another link have parameters.
            if let parameter = name?.parameter, parameters.contains(where: { $0.name == "link" }) {
                set(parameter, text)
            }
        }
    }

    private static func freshText(_ name: FactName) -> String? {
        switch name {
        case .requestCountry: "ZZ"
        case .requestRegion: "ZZZ"
        case .requestCity: "Elsewhere"
        case .requestIP: "203.0.113.9"
        case .deviceOSVersion, .deviceBrowserVersion, .appVersion: "3"
        case .requestReferer: "https://www.example.org/"
        default: nil
        }
    }

    // MARK: - Ordered facts, maps and searches

    private static func version(in cells: [FactVariable.Cell], _ points: [String]) -> String? {
        switch cells.first {
        case .at(let place): points[place]
        case .before(0): points.first.map { $0 == "0" ? "0-a" : "0" }
        case .before(let place): points[place - 1] + ".1"
        case .failed: "x"
        default: nil
        }
    }

    private mutating func state(timeIn cells: [FactVariable.Cell], _ points: [Int64]) {
        switch cells.first {
        case .at(let place): time = Timestamp.text(points[place])
        case .before(0): time = points.first.map { Timestamp.text($0 - 1) }
        case .before(let place): time = Timestamp.text(points[place - 1] + 1)
        default: time = nil
        }
    }

    private mutating func state(entry key: String, of name: FactName?, _ cells: [FactVariable.Cell]) {
        let value: String
        switch cells.first {
        case .text(let text): value = text
        case .otherText: value = "other"
        default: return
        }
        if name == .requestHeaders { setHeader(key, value) } else if name == .linkQuery { set(key, value) }
    }

    private mutating func state(_ test: FactTest) {
        switch test {
        case .endsWith(let fact, let piece), .contains(let fact, let piece):
            state(FactName(rawValue: fact), text: "x" + piece)
        case .inBlock(_, let block): ip = block.split(separator: "/").first.map(String.init)
        case .hasItem(_, let item): setHeader("accept-language", item)
        default: break
        }
    }
}

extension FactName {
    /// The link parameter that the fact is read from.
    fileprivate var parameter: String? {
        switch self {
        case .linkAPN, .linkAL, .linkAFL, .linkIBI, .linkIPBI, .linkIFL, .linkIPFL, .linkISI, .linkIMV, .linkOFL,
            .linkEFR, .linkD, .linkST, .linkSD, .linkSI, .linkUTMSource, .linkUTMMedium, .linkUTMCampaign:
            String(name.description.dropFirst("link.".count))
        default: nil
        }
    }
}
