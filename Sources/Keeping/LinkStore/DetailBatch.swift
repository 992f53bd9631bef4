import ByteText

/// Pending properties of the clicks of one thread. Adding a click neither waits nor allocates.
struct DetailBatch {
    /// The maximum number of clicks. A full batch is flushed early.
    static let capacity = 8_192

    private var clicks: [ClickDetail] = []
    private var hosts = TextNumbers()
    private var keys = TextNumbers()
    /// The names of the following clicks.
    var names = ClickNames()

    var isFull: Bool { clicks.count >= Self.capacity }

    /// Adds a click. The batch must not be full.
    ///
    /// - Parameters:
    ///   - host: The referrer's host in lower case; empty if unknown.
    ///   - key: The link's key.
    mutating func add(_ click: ClickDetail, host: Span<UInt8>, key: Span<UInt8>) {
        if clicks.capacity == 0 { clicks.reserveCapacity(Self.capacity) }
        var click = click
        if !host.isEmpty { click.host = hosts.number(of: host, ByteHash64.of(host), isUnique: false) }
        click.key = keys.number(of: key, click.id.splitMixed, isUnique: true)
        clicks.append(click)
    }

    /// Removes all clicks and returns them.
    mutating func drain() -> ClickDetails {
        var details = ClickDetails()
        guard !clicks.isEmpty else { return details }
        swap(&details.clicks, &clicks)
        // Not while a click waits.
        clicks.reserveCapacity(Self.capacity)
        details.names = names
        details.hosts = hosts.drain()
        details.keys = keys.drain()
        return details
    }
}

/// Numbers for distinct texts, from 1 in the order of their first use; bounded.
private struct TextNumbers {
    /// The number of all texts for which there is no room.
    static let others = UInt16.max
    private static let most = 2_048
    private static let mostBytes = 65_536
    /// Open addressing, at most half full.
    private static let tableCount = 4_096
    /// The maximum number of slots examined: clients choose the texts, and may choose such with equal hashes.
    private static let mostProbes = 16

    private var texts = NumberedTexts()
    /// The hash of each text.
    private var hashes: [UInt64] = []
    /// The numbers of texts, by hash; 0 if the slot is empty. Empty until the first text.
    private var table: [UInt16] = []

    /// The number of a text.
    ///
    /// - Parameter isUnique: Whether no other text has the hash.
    mutating func number(of text: Span<UInt8>, _ hash: UInt64, isUnique: Bool) -> UInt16 {
        if table.isEmpty { makeRoom() }
        var index = Int(truncatingIfNeeded: hash) & (Self.tableCount - 1)
        var probes = 0
        while table[index] != 0 {
            let known = Int(table[index])
            if hashes[known - 1] == hash, isUnique || texts[known].equals(text) { return table[index] }
            index = (index + 1) & (Self.tableCount - 1)
            probes += 1
            if probes == Self.mostProbes { return Self.others }
        }
        guard texts.count < Self.most, texts.byteCount + text.count <= Self.mostBytes else { return Self.others }
        texts.append(text)
        hashes.append(hash)
        table[index] = UInt16(texts.count)
        return table[index]
    }

    /// Once a thread counts its first click, and never again.
    private mutating func makeRoom() {
        table = [UInt16](repeating: 0, count: Self.tableCount)
        hashes.reserveCapacity(Self.most)
        texts.reserve(texts: Self.most, bytes: Self.mostBytes)
    }

    /// Removes all texts and returns them.
    mutating func drain() -> NumberedTexts {
        // A copy of the empty texts would share their memory, which the next click would have to copy.
        var drained = NumberedTexts()
        guard texts.count > 0 else { return drained }
        swap(&drained, &texts)
        // Not while a click waits.
        texts.reserve(texts: Self.most, bytes: Self.mostBytes)
        hashes.removeAll(keepingCapacity: true)
        for index in table.indices { table[index] = 0 }
        return drained
    }
}
