import AdminPages
import ByteText
import Daemon
import HTTP
import LinkCatalog
import Markup
import OpenSSL

/// Importing many links from a file: first a preview, then the import.
extension LinkVisit {
    /// The maximum number of lines shown for each result.
    private static let mostShown = 50

    /// The result of importing one line.
    private struct LineResult {
        var line: Int
        var link: ListedLink?
        var fault: String?
    }

    func importFile() -> ConsolePage {
        guard mayWrite else { return MessagePage.forbidden("Your token lacks the scope links.write.") }
        var page = ConsolePage("link-import")
        let text = request.form["text"] ?? ""
        page.values.set("text", linesOf: text.replacing("\r\n", with: "\n"))
        let number = request.form["request"] ?? Hexadecimal.text(SecureRandom.bytes(count: 16))
        page.values["request"] = number
        guard request.isPost else { return page }
        page.values.set("answered", true)
        let isDry = request.form["do"] != "import"
        do throws(LinkImportFault) {
            let file = try CreationLines(Array(text.utf8).span)
            guard !file.places.isEmpty || !file.refusals.isEmpty else {
                throw .file("the file has no links; its first line must name the columns, such as link,long_link")
            }
            // Resubmitting the same text from the same page creates its links only once; another text is another
            // request.
            let key = Digest.sha256Hex(Array("\(number)\n\(text)".utf8).span)
            write(try results(of: file, isDry: isDry, key: key), file, isDry: isDry, to: &page.values)
        } catch {
            let message: String
            if case .file(let text) = error { message = text } else { message = "\(error)" }
            page.status = .badRequest
            page.values["fault"] = message.sentence
            page.values["said"] = page.values["fault"]
        }
        return page
    }

    private func results(
        of file: CreationLines, isDry: Bool, key: String
    ) throws(LinkImportFault) -> [LineResult] {
        var results = file.refusals.map { LineResult(line: $0.line, fault: $0.message) }
        guard !file.places.isEmpty else { return results }
        var question = LinkService.Question("POST", "/v1/links:bulk\(isDry ? "?validate_only=true" : "")")
        if !isDry { question = question.with("Idempotency-Key", key) }
        let answer = ask(question.sending(file.bytes))
        if let fault = answer.fault { throw .file(fault) }
        let lines = answer.body.split(separator: 0x0A)
        for (place, line) in zip(file.places, lines) {
            let json = try? JSONValue(parsing: Array(line).span)
            results.append(
                LineResult(
                    line: place, link: ListedLink(json?["link"]), fault: json?["error"]?["message"]?.string))
        }
        return results.sorted { $0.line < $1.line }
    }

    private func write(
        _ results: [LineResult], _ file: CreationLines, isDry: Bool, to values: inout PageValues
    ) {
        let (made, refused) = (results.filter { $0.fault == nil }, results.filter { $0.fault != nil })
        let warned = made.filter { !($0.link?.warnings.isEmpty ?? true) }
        values.set("is_dry", isDry)
        values["made"] = counted(made.count, "link")
        values["refused"] = counted(refused.count, "line")
        values["said"] =
            isDry
            ? "\(counted(made.count, "link")) would be created, \(counted(refused.count, "line")) refused."
            : "\(counted(made.count, "link")) created, \(counted(refused.count, "line")) refused."
        values["ignored"] = file.ignoredColumns.joined(separator: ", ")
        values.set("may_import", isDry && !made.isEmpty)
        values.set("has_refused", !refused.isEmpty)
        values.set("has_warned", !warned.isEmpty)
        values.set("has_made", !isDry && !made.isEmpty)
        values.set("refusals", rows: refused.prefix(Self.mostShown).map { row($0, ($0.fault ?? "").sentence) })
        values.set(
            "warned",
            rows: warned.prefix(Self.mostShown).map {
                row($0, ($0.link?.warnings ?? []).map(\.sentence).joined(separator: " "))
            })
        values.set("made_links", rows: made.prefix(Self.mostShown).map { row($0, "") })
        values["more_refused"] = Self.rest(refused.count)
        values["more_warned"] = Self.rest(warned.count)
        values["more_made"] = Self.rest(made.count)
    }

    private static func rest(_ count: Int) -> String? {
        count > mostShown ? "\(counted(count - mostShown, "more line"))" : nil
    }

    private func row(_ result: LineResult, _ message: String) -> PageValues {
        var row = PageValues()
        row["line"] = String(result.line)
        row["message"] = message
        row["place"] = result.link?.place
        row["query"] = result.link?.query
        return row
    }
}
