import ArgumentParser
import ByteText
import Clicks
import CommandFiles
import EdgeMap
import Glibc
import LinkStore
import Routing
import ServiceFiles
import Terminal

/// `export`: the links whose redirect depends on nothing but the link, as a table for a proxy.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Exports the links that a proxy can answer by itself.",
        discussion: """
            Writes the short links of the site files and the store whose redirect is the same for every click: no rule \
            that may decide them depends on the device, the place, the time or anything else but the link, and they have \
            no times, limits or warnings. All other links stay with the daemon, and the reasons are counted on standard \
            error. Clicks answered from the table are not counted, limited, logged or published as events. The table is \
            a snapshot: export it again after changes. To prove a table on a log, use `replay --against-map`. Formats: \
            nginx-map and haproxy-map pass requests with a query on; cloudflare (Bulk Redirects, CSV) and netlify \
            (_redirects) answer them like the link, so they contain only links of sites with debug_pages: false. \
            Exit code 0; 2 for usage or I/O errors.

            Examples:
              fingerpost export --for nginx-map -o links.map.conf
              fingerpost export --for haproxy-map --store backup.mdb -o fingerpost.map --force
              fingerpost export --for cloudflare > redirects.csv
            """)

    @OptionGroup var option: LinkStoreOption

    @Option(name: .customLong("for"), help: "The format of the table: nginx-map, haproxy-map, cloudflare or netlify.")
    var format: MapFormat

    @Option(name: .shortAndLong, help: "The file to write (default: -, standard output).", completion: .file())
    var output = "-"

    @OptionGroup var replacing: ForceOption

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        let place = try option.place()
        let ruleSet = try option.rules.ruleSet(place)
        let store = place.isNamed || place.exists ? try place.open(.read) : nil
        let exporter = try LinkExporter(
            ruleSet, shortLinks: store.map { StoredLinks($0) }, format, at: Int64(time(nil)))
        var export = MapExport(exporter, format, try OutputFile(output, force: replacing.force))
        Interruption.expect()
        export.addFiles()
        if let store { try export.add(store, showsProgress: output != "-") }
        Interruption.endIfInterrupted()
        try export.finish()
    }
}
