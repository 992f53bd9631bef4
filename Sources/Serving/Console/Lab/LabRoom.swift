import AdminPages
import Access
import ByteText
import Daemon
import HTTP
import Lab
import LinkStore
import Markup
import QRCode
import Routing
import Threads

/// Tests of links on a phone: opens one, shows the code that leads a phone to it, and its results.
struct LabRoom: ConsoleRoom {
    static let path = "/lab"

    private let view: DaemonView

    let place: ConsolePlace? = nil
    let threads = JobThreads(name: "console-lab")
    let templates = [(name: "lab", text: LabTemplate.form), (name: "lab-test", text: LabTemplate.test)]

    init(_ view: DaemonView) { self.view = view }

    func has(_ path: String) -> Bool { path == Self.path || path.hasPrefix(Self.path + "/") }

    func page(_ request: AdminPageRequest) -> ConsolePage {
        guard let credential = request.visitor?.credential, credential.scopes.contains(.read) else {
            return MessagePage.forbidden("Your token lacks the scope links.read.")
        }
        if request.isPost { return act(request, credential.sites) }
        guard let id = request.query["id"] else { return form(link: request.query["link"] ?? "") }
        guard let test = test(id, credential.sites, now: request.now) else { return Self.ended }
        switch request.path.dropFirst(Self.path.count) {
        case "": return page(of: test, id)
        case "/page.svg": return Self.picture(of: test["url"]?.string ?? "")
        case "/link.svg": return Self.picture(of: test["link"]?.string ?? "")
        case "/evidence": return Self.evidence(test)
        default: return MessagePage.notFound
        }
    }

    private static var ended: ConsolePage {
        MessagePage.page(
            .notFound, "The test has ended", "Tests end after an hour, or when the daemon restarts. Start another one.")
    }

    /// A test that the visitor may see; `nil` if there is none.
    private func test(_ id: String, _ sites: Set<String>?, now: Int64) -> JSONValue? {
        guard let site = view.lab.site(of: id, now: now), sites?.contains(site) ?? true else { return nil }
        return view.lab.json(id, now: now)
    }

    // MARK: - Opening and closing

    private func form(link: String, fault: String? = nil) -> ConsolePage {
        var page = ConsolePage("lab")
        page.status = fault == nil ? .ok : .badRequest
        page.values["link"] = link.isEmpty || link.contains("://") ? link : "https://\(link)"
        page.values["fault"] = fault?.sentence
        return page
    }

    private func act(_ request: AdminPageRequest, _ sites: Set<String>?) -> ConsolePage {
        if let id = request.form["id"], test(id, sites, now: request.now) != nil {
            view.lab.close(id)
            var page = ConsolePage("lab")
            page.onward = Self.path
            return page
        }
        let link = (request.form["link"] ?? "").trimmingBlanks
        if let sites, !(view.ruleSet.siteName(of: link).map(sites.contains) ?? false) {
            return form(link: link, fault: "your token is not valid for this link's site")
        }
        do throws(LabFault) {
            let id = try view.lab.open(link, minutes: LabSessions.usualMinutes, now: request.now)
            var page = ConsolePage("lab")
            page.onward = "\(Self.path)?id=\(id)"
            return page
        } catch {
            return form(link: link, fault: error.description)
        }
    }

    // MARK: - A test

    private func page(of test: JSONValue, _ id: String) -> ConsolePage {
        var page = ConsolePage("lab-test")
        page.values["id"] = id
        page.values["link"] = test["link"]?.string
        page.values["url"] = test["url"]?.string
        page.values["end"] = test["expires"]?.string.map { String($0.dropFirst(11).prefix(5)) }
        page.values["summary"] = test["evidence"]?["summary"]?.string
        page.values["fault"] = test["fault"]?.string
        page.values.set("finished", test["finished"]?.bool == true)
        page.values.set("advice", rows: Self.rows(test["advice"]) { row, text in row["text"] = text.string })
        page.values.set(
            "taps",
            rows: Self.rows(test["taps"]) { row, tap in
                row["title"] = tap["title"]?.string
                row["predicted"] = Self.words(tap["predicted"])
                row["observed"] = tap["result"]?["observed"]?.string
                row["seen"] = Self.words(tap["result"]?["seen"])
                let fits = tap["result"]?["fits"]?.bool
                row["causes"] = Self.words(tap["causes"])
                row["style"] = fits.map { $0 ? "good" : "bad" }
                row["mark"] = fits.map { $0 ? "as predicted" : "not as predicted" } ?? "not tried"
            })
        return page
    }

    private static func rows(
        _ array: JSONValue?, _ write: (inout PageValues, JSONValue) -> Void
    ) -> [PageValues] {
        (array?.array ?? []).map { element in
            var row = PageValues()
            write(&row, element)
            return row
        }
    }

    private static func words(_ array: JSONValue?) -> String {
        (array?.array ?? []).compactMap(\.string).joined(separator: ", ")
    }

    private static func picture(of address: String) -> ConsolePage {
        guard let code = try? QRCode(address.utf8.span) else { return MessagePage.notFound }
        var page = ConsolePage("lab-test")
        page.file = ("image/svg+xml", "code.svg", code.svg(title: "QR code"))
        return page
    }

    private static func evidence(_ test: JSONValue) -> ConsolePage {
        guard let evidence = test["evidence"], !evidence.isNull else {
            return MessagePage.page(.notFound, "No evidence yet", "The phone has not opened the test.")
        }
        var page = ConsolePage("lab-test")
        page.file = ("application/json", "evidence.jsonl", Array((evidence.text + "\n").utf8))
        return page
    }
}

extension String {
    /// The text without blanks around it, as pasted into a field.
    fileprivate var trimmingBlanks: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
