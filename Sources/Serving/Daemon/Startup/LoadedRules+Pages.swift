public import Configuration
import PageDesign
import Pages
import Routing
public import Rules

extension LoadedRules {
    /// The errors and warnings of the sites' own templates. Rules with template errors must not be used.
    public var pageFindings: [FileDiagnostic] {
        sites.flatMap { site -> [FileDiagnostic] in
            guard let pages = site.pages, !pages.templates.isEmpty || pages.style != nil else { return [] }
            let place = places[site.name]?.pages
            let faults = TemplateCheck.faults(in: pages).map { fault in
                FileDiagnostic(
                    .error, .pageTemplate, "\(fault.file): \(fault.message)", at: place, path: "pages.templates",
                    hint: fault.hint)
            }
            guard faults.isEmpty, let largest = try? TemplateCheck.largestPage(of: pages),
                largest.bytes > TemplateCheck.pageBytes
            else { return faults }
            return [
                FileDiagnostic(
                    .warning, .pageTemplate,
                    "the page \(largest.name) has \(largest.bytes) bytes, which take a second on slow networks",
                    at: place, path: "pages.templates", hint: "keep pages under \(TemplateCheck.pageBytes) bytes")
            ]
        }
    }
}
