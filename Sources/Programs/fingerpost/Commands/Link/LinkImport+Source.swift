import ArgumentParser
import ByteText
import Foundation
import LinkCatalog
import LinkSource
import LinkStore

/// `link import --source`: the file becomes a store of its own, for the time of the command, and that is copied to the source.
///
/// Lines whose links the source has otherwise are known only then. So that they are refused as they are on one machine, the
/// file is read once more, against a store that has these links as the source has them.
extension LinkImport {
    func importToSource(_ source: SourceOption) throws {
        if replace { throw Failure("--replace: links at the source are changed through a node; leave it out") }
        if dryRun { throw Failure("--dry-run asks no source: leave --source out") }
        // Known before a long file is read.
        _ = try source.ask { source in try await source.status() }
        Interruption.expect()
        let scratch = try ScratchStores()
        // An interrupted command leaves no links behind in the folder for temporary files.
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
        guard !Interruption.hasCome else {
            Output.error(
                "interrupted; the links are at the source, but for \(counted(summary.refusedCount, "line")) that it refused: run the command again to see them"
            )
            throw ExitCode(2)
        }
        try conclude(try pass(path, into: conflicts, isAgain: true), known: summary.known)
    }

    /// What reading the file came to.
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

    /// Reads the file into a store or, again, only against one.
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
            // The store is gone afterwards: nothing can be skipped for its sake.
            try await source.push(store, isRemembered: false, refused: { try Self.keep($0, in: conflicts) }) { count in
                let seconds = max((ContinuousClock.now - start) / .seconds(1), 0.001)
                if Terminal.error.isTerminal {
                    Output.status("\(counted(count, "link")) sent, \(Int(Double(count) / seconds))/s")
                }
            }
        }
    }

    /// Puts links of the source into a store, deleted ones as well.
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

    /// Says what came of it: `known` links were at the source as they are in the file.
    private func conclude(_ pass: Pass, known: Int) throws {
        pass.importer.noteKnown(known)
        show(pass.importer, pass.report, isInterrupted: false, isWhole: pass.isWhole, place: "at the source")
        if !pass.isWhole { throw ended(pass, sent: true) }
        if pass.importer.counts.refused > 0 { throw ExitCode(1) }
    }

    /// Why it ended before its end. What had been read of the file by then is not sent.
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

/// Stores that a command needs while it runs, in the folder for temporary files (`TMPDIR`).
private final class ScratchStores {
    private let folder: String

    init() throws {
        let name = "fingerpost-import-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        folder = FileManager.default.temporaryDirectory.appending(path: name).path
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        } catch { throw Failure("\(folder): can't be made; set TMPDIR to a directory with room for the links") }
    }

    /// Removes them, and what else is in the folder. They may be open.
    func remove() { try? FileManager.default.removeItem(atPath: folder) }

    func store(_ name: String) throws -> LinkStore {
        do throws(StoreError) { return try LinkStore(directory: "\(folder)/\(name)") } catch {
            throw Failure(error.description)
        }
    }

    /// Copies standard input to a file, since it may have to be read again; returns its path.
    func keepStandardInput() throws -> String {
        let path = "\(folder)/input"
        let copy = try OutputFile(path, force: false, mode: 0o600)
        var window = try FileWindow(path: "-")
        repeat {
            try window.fill()
            copy.write(window.bytes)
            window.drop(window.bytes.count)
        } while !window.isAtEnd && !Interruption.hasCome
        try copy.finish()
        return path
    }
}
