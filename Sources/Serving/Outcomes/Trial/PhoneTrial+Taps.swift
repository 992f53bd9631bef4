import ByteText
import Clicks
import Links
public import Phones
import Routing
import WebAddress

extension PhoneTrial {
    /// The taps that can be tried on the phone, in a sensible order.
    ///
    /// - Parameter condition: The condition of the app.
    public func taps(_ condition: AppCondition) -> [TrialTap] {
        guard system != .desktop else { return [] }
        return TrialTap.allCases.filter { tap in
            switch tap {
            case .page, .ownPage: otherHost != nil
            case .intent: intentAddress != nil
            case .scheme: schemeAddress != nil
            case .getApp: condition == .absent && app != nil && site.deferred != nil
            case .sameHost, .script, .typed, .mail, .chat, .instagram, .camera: true
            }
        }
    }

    /// The predicted journeys of a tap.
    ///
    /// - Parameter browser: The browser in which the phone shows the test.
    public func journeys(
        of tap: TrialTap, in browser: Surface, _ condition: AppCondition, _ setup: Setup = .asDocumented
    ) -> [Journey] {
        let host = pageHost(of: tap)
        let ways = tap.ways(on: system, browser: browser, pageHost: host)
        return ways.flatMap {
            journeys(from: address(of: tap), on: $0.surface, tapped: $0.tap, condition, setup)
        }
    }

    /// The address that a tap opens.
    public func address(of tap: TrialTap) -> String {
        switch tap {
        case .ownPage: ownPageAddress
        case .intent: intentAddress ?? link
        case .scheme: schemeAddress ?? link
        default: link
        }
    }

    /// The host of the page on which a tap is made.
    public func pageHost(of tap: TrialTap) -> String {
        tap == .sameHost ? linkHost : otherHost ?? linkHost
    }

    /// The link's host.
    public var linkHost: String { AddressParts(link).host ?? "" }

    /// Another host of the site that serves pages; `nil` if there is none.
    var otherHost: String? { site.pageHost ?? site.linkHosts.first { $0 != linkHost } }

    private var ownPageAddress: String {
        var parts = AddressParts(link)
        let port = parts.port.map { ":\($0)" } ?? ""
        parts.path = "\(ReservedPath.pages)\(linkHost)\(port)\(parts.path)"
        parts.host = otherHost ?? linkHost
        return parts.text
    }

    /// An `intent:` URI of the link for the app's package, with the link's page as its fallback.
    private var intentAddress: String? {
        guard case .android = system, let app else { return nil }
        let parts = AddressParts(link)
        let fallback = link + (parts.query == nil ? "?" : "&") + "_fp=page"
        let rest = String(link.dropFirst((parts.scheme ?? "").count + 1))
        return "intent:\(rest)#Intent;scheme=\(parts.scheme ?? "https");package=\(app.id);"
            + "S.browser_fallback_url=\(Self.encoded(fallback));end"
    }

    /// The custom scheme of the app, with the payload as Firebase passed it.
    private var schemeAddress: String? {
        guard let scheme = app?.customScheme else { return nil }
        return "\(scheme)://google/link/?deep_link_id=\(Self.encoded(payload))"
    }

    private static func encoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        PercentCoding.encodeComponent(text.utf8.span, into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
