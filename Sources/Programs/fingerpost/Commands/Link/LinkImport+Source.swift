import ArgumentParser
import ByteText
import CommandFiles
import Foundation
import LinkCatalog
import LinkSource
import LinkStore
import Terminal

/// `link import --source`: imports the file into a temporary store, which is then copied to the source.
///
/// Conflicting links at the source are known only after that. To refuse their lines as a local import does, the file is
/// read again, against a store with the source's versions of these links.
extension LinkImport {
    func importToSource(_ source: SourceOption) throws {
        if replace { throw Failure("--replace: change links at the source through a node; omit it") }
        if dryRun { throw Failure("--dry-run does not connect to a source: omit --source") }
        // Fails early, before a long file is read.
        _ = try source.ask { source in try await source.status() }
        Interruption.expect()
        let scratch = try ScratchStores()
        // An interrupted command must not leave links in the temporary directory.
        defer {
            scratch.remove()
            Interruption.endIfInterrupted()
        }
        let path = file == "-" ? try scratch.keepStandardInput() : file
        let own = try scratch.store("import")
        let first = try pass(path, into: own, isAgain: false)
        guard first.isWhole, first.end.isWritten else { throw ended(first, sent: false) }
        let conflicts = try scratch.store("conflicts")
        let summary = try push(own, to: source, conflicts)
        if summary.refusedCount == 0 { return try conclude(first, known: summary.known) }
        guard !Interruption.isRequested else {
            Output.error(
                "interrupted; the links are at the source, except for \(counted(summary.refusedCount, "line")) that it refused: run the command again to see them"
            )
            throw ExitCode(2)
        }
        try conclude(try pass(path, into: conflicts, isAgain: true), known: summary.known)
    }

    /// The result of reading the file.
    private final class Pass {
        var importer: LinkImporter
        let report: RefusalReport
        let end: End

        init(_ importer: consuming LinkImporter, _ report: RefusalReport, _ end: End) {
            self.importer = importer
            self.report = report
            self.end = end
        }

        var isWhole: Bool { end.faults.isEmpty && report.failure == nil && !end.isInterrupted }
    }

    /// Reads the file into a store or, with `isAgain`, only against one.
    private func pass(_ path: String, into store: LinkStore, isAgain: Bool) throws -> Pass {
        var input = try FileWindow(path: path)
        let checker = try unchecked ? nil : checker()
        let report = try RefusalReport(
            report: report, rejects: rejects, of: path, force: isAgain || replacing.force)
        var options = options()
        options.isDryRun = isAgain
        var importer = LinkImporter(store, format, checker: checker, options, refuse: report.add)
        Interruption.expect()
        let end = readAndWrite(&input, &importer, report)
        report.finish()
        return Pass(importer, report, end)
    }

    private func push(
        _ store: LinkStore, to source: SourceOption, _ conflicts: LinkStore
    ) throws -> PushSummary {
        let start = ContinuousClock.now
        defer { if Terminal.error.isTerminal { Output.status("") } }
        return try source.ask { source in
            // The store is deleted afterwards, so there is no point in recording what was pushed.
            try await source.push(store, isRemembered: false, refused: { try Self.keep($0, in: conflicts) }) { count in
                let seconds = max((ContinuousClock.now - start) / .seconds(1), 0.001)
                if Terminal.error.isTerminal {
                    Output.status("\(counted(count, "link")) sent, \(Int(Double(count) / seconds))/s")
                }
            }
        }
    }

    /// Stores links of the source, including deleted ones.
    private static func keep(_ records: [LinkRecord], in store: LinkStore) throws {
        let links = records.map { record in
            let place = record.longLink.isEmpty ? "https://unknown.invalid/" : record.longLink
            return record.isDeleted || record.longLink.isEmpty
                ? LinkRecord(key: record.key, longLink: place, created: record.created) : record
        }
        try store.apply(.load(links))
        let deleted = records.filter(\.isDeleted).map { LinkChange.delete($0.key, at: $0.updated) }
        if !deleted.isEmpty { try store.apply(.each(deleted)) }
    }

    /// Reports the result. `known` is the number of links that were identical at the source.
    private func conclude(_ pass: Pass, known: Int) throws {
        pass.importer.noteKnown(known)
        show(pass.importer, pass.report, isInterrupted: false, isWhole: pass.isWhole, place: "at the source")
        if !pass.isWhole { throw ended(pass, sent: true) }
        if pass.importer.counts.refused > 0 { throw ExitCode(1) }
    }

    /// Why the import ended early. Links read until then are not sent.
    private func ended(_ pass: Pass, sent: Bool) -> any Error {
        var faults = pass.end.faults
        if let failure = pass.report.failure { faults.append(failure) }
        if faults.isEmpty {
            Output.error("interrupted; \(sent ? "the links are at the source" : "nothing was sent to the source")")
            return ExitCode(2)
        }
        if !sent { Output.error("nothing was sent to the source") }
        return failure(faults, pass.importer.counts)
    }
}

/// Stores that exist while a command runs, in the temporary directory (`TMPDIR`).
private final class ScratchStores {
    private let folder: String

    init() throws {
        let name = "fingerpost-import-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        folder = FileManager.default.temporaryDirectory.appending(path: name).path
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        } catch { throw Failure("\(folder): can't create it; set TMPDIR to a directory with room for the links") }
    }

    /// Removes the stores and all other files in the folder. They may be open.
    func remove() { try? FileManager.default.removeItem(atPath: folder) }

    func store(_ name: String) throws -> LinkStore {
        do throws(StoreError) { return try LinkStore(directory: "\(folder)/\(name)") } catch {
            throw Failure(error.description)
        }
    }

    /// Copies standard input to a file, since it may have to be read again. Returns its path.
    func keepStandardInput() throws -> String {
        let path = "\(folder)/input"
        let copy = try OutputFile(path, force: false, mode: 0o600)
        var window = try FileWindow(path: "-")
        repeat {
            try window.fill()
            copy.write(window.bytes)
            window.drop(window.bytes.count)
        } while !window.isAtEnd && !Interruption.isRequested
        try copy.finish()
        return path
    }
}
