import ByteText
import LinkStore
import Links
import Sorting

/// Imports whose links are sorted first and committed all at once.
extension LinkImporter {
    /// Commits the sorted links and counts them; returns `false`, with nothing committed, if too many other links were
    /// added to the store since the import began.
    mutating func finish(_ load: SortedLoad) throws(StoreError) -> Bool {
        var noted = counts
        // Sorts repetitions back into line order; the store reports them in the order of the links.
        var repetitions = ExternalSorter(directory: store?.directory ?? ".", blockBytes: 4 << 20)
        var fault: StoreError?
        let conflicts = try load.finish { note, repetition in
            guard let repetition else {
                noted.imported += 1
                // The flags and the warning count.
                if note[8] != 0 || note[9] != 0 { noted.note(ImportBatch.Row(note: note)) }
                return
            }
            guard !repetition.isSame else { return noted.repeated += 1 }
            guard fault == nil else { return }
            do throws(SpillFault) {
                try repetitions.append(RepeatedLine.key(note).span, RepeatedLine.value(repetition, note).span)
            } catch { fault = StoreError(error) }
        }
        guard let conflicts else { return false }
        counts = noted
        if let fault { throw fault }
        do throws(SpillFault) {
            var lines = try repetitions.merge()
            while try lines.next() { reject(RepeatedLine.refusal(lines.value)) }
        } catch { throw StoreError(error) }
        if !conflicts.isEmpty { try settle(conflicts, of: load) }
        return true
    }

    /// Counts links that others created during the import, which stay as they are.
    private mutating func settle(_ keys: [LinkKey], of load: SortedLoad) throws(StoreError) {
        var rest = Set(keys.map(\.text))
        var batch = ImportBatch()
        try load.forEach { record, note throws(StoreError) in
            guard rest.remove(record.key.text) != nil else { return }
            batch.append(record, ImportBatch.Row(note: note), options.keepsRows ? ImportBatch.Row.text(of: note) : nil)
        }
        counts.imported -= batch.count
        try count(existing: try look(batch), batch)
    }

    /// Passes the sorted links to the store in ordinary commits, as if the file had them in this order.
    mutating func replay(_ load: SortedLoad) throws(LinkImportFault) {
        var fault: LinkImportFault?
        do throws(StoreError) {
            try load.forEach { record, note throws(StoreError) in
                guard fault == nil else { return }
                do throws(LinkImportFault) { try addSorted(record, note) } catch { fault = error }
            }
        } catch { fault = .store(error) }
        if let fault { throw fault }
        try finish()
    }
}

/// A line that repeats an earlier line's link, for sorting back into line order.
private enum RepeatedLine {
    /// The line number, big-endian.
    static func key(_ note: Span<UInt8>) -> [UInt8] {
        let line = ImportBatch.Row.line(of: note)
        return (0..<8).map { UInt8(truncatingIfNeeded: line >> (56 - 8 * $0)) }
    }

    /// Both line numbers, the length of the link's key, the key, and the line's text.
    static func value(_ repetition: LoadRepetition, _ note: Span<UInt8>) -> [UInt8] {
        let first = ImportBatch.Row.line(of: repetition.firstNote.span)
        let key = Array(repetition.key.text.utf8)
        var value: [UInt8] = []
        for number in [ImportBatch.Row.line(of: note), first, key.count] {
            for shift in stride(from: 0, to: 64, by: 8) { value.append(UInt8(truncatingIfNeeded: number >> shift)) }
        }
        return value + key + ImportBatch.Row.text(of: note)
    }

    static func refusal(_ value: Span<UInt8>) -> ImportRefusal {
        let (line, first, count) = (Int(value.word(at: 0)), Int(value.word(at: 8)), Int(value.word(at: 16)))
        let text = value.extracting((24 + count)...)
        return ImportRefusal(
            line: line, link: String(value.extracting(24..<(24 + count))), fault: .repeated(first),
            row: [UInt8](capacity: text.count) { $0.append(text) })
    }
}
