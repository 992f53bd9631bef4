import Configuration
import Routing
import Rules

/// What the manifests of Android apps have to declare.
extension RuleLint {
    /// Says it of apps whose site states what they receive, since nothing opens where the manifest has another idea.
    mutating func nameManifests() {
        for site in sites.map(\.definition) {
            for declaration in site.declarations where declaration.app.receives != nil {
                let links = declaration.filters.map { "https://\($0.host)\($0.pathPrefix ?? "")" }
                report(
                    .manifest, at: loaded.places[site.name]?.place(of: declaration.app), path: "\(site.name).apps",
                    "the manifest of `\(declaration.app.id)` must declare \(links.joined(separator: ", "))",
                    hint: "`fingerpost association` prints the filters to paste", .note)
            }
        }
    }
}
