import Configuration
import Routing
import Rules

/// The declarations that the manifests of Android apps need.
extension RuleLint {
    /// Reports them for apps whose site declares the links that they receive: the app does not open links that its
    /// manifest does not declare.
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
