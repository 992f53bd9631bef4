import Configuration
import PageDesign
import Routing

/// The files used by pages: icons, templates and style sheets, by their paths in the rules directory.
struct PageFiles {
    /// The suffixes of page files. No others are read.
    static let suffixes = [".png", ".jpg", ".jpeg", ".webp", ".mustache", ".css"]
    /// A larger file is not read completely, and is rejected if a site names it.
    static let maximumBytes = PageIcon.maximumBytes
    static let styleName = "style.css"
    static let templateNames = ["interstitial", "error", "static", "social"]

    private var files: [String: [UInt8]] = [:]

    init(_ files: some Sequence<RuleFile>) {
        for file in files { self.files[file.path] = file.bytes }
    }

    /// Adds a site's page files to its pages. Faults are reported at the place of the file name.
    func complete(_ site: inout LocatedSite, _ log: DiagnosticLog) {
        guard var pages = site.definition.pages, let node = site.pages, node.isMapping else { return }
        for entry in node.entries {
            // An invalid path was reported by the decoder.
            guard let path = entry.value.textValue, PagesFault.path(path) == nil else { continue }
            switch PagesKey(rawValue: entry.name) {
            case .icon: pages.icon = icon(path, entry.value, log)
            case .templates: addTemplates(in: path, to: &pages, entry.value, log)
            default: break
            }
        }
        site.definition.pages = pages
    }

    private func icon(_ path: String, _ node: ConfigurationNode, _ log: DiagnosticLog) -> PageIcon? {
        guard let bytes = files[path] else {
            log.error(
                .unreadable, node, "there is no icon `\(path)` in the rules directory",
                hint: "the path is relative to the rules directory; the name ends in .png, .jpg or .webp")
            return nil
        }
        guard let icon = PageIcon(bytes) else {
            log.error(
                .invalidValue, node, "`\(path)` can't be an icon",
                expected: "a PNG, JPEG or WebP picture of at most \(PageIcon.maximumBytes >> 10) KiB")
            return nil
        }
        return icon
    }

    private func addTemplates(
        in folder: String, to pages: inout PagesDefinition, _ node: ConfigurationNode, _ log: DiagnosticLog
    ) {
        let own = files.filter { $0.key.hasPrefix(folder + "/") }.sorted { $0.key < $1.key }
        if own.isEmpty {
            log.error(
                .unreadable, node, "there are no templates in `\(folder)`",
                hint: "known names: \(Self.templateNames.map { "\($0).mustache" }.joined(separator: ", ")), style.css")
        }
        for (path, bytes) in own {
            let name = path.dropFirst(folder.count + 1)
            guard let text = UTF8Text.text(in: bytes).map({ String(decoding: $0, as: UTF8.self) }) else {
                log.error(.invalidValue, node, "`\(path)` \(UTF8Text.fault(of: bytes))")
                continue
            }
            let page = String(name.dropLast(name.hasSuffix(".mustache") ? ".mustache".count : 0))
            if name == Self.styleName {
                pages.style = text
            } else if name.hasSuffix(".mustache"), Self.templateNames.contains(page) {
                pages.templates[page] = text
            } else {
                log.warning(
                    .ignoredFile, node, "`\(path)` is ignored: no page has a template of this name",
                    hint:
                        "known names: \(Self.templateNames.map { "\($0).mustache" }.joined(separator: ", ")), style.css"
                )
            }
        }
    }
}
