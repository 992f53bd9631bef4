import ByteText

/// How often one address may ask what links stand for: a worker lets through ten at once, and ten a second. Who has a phone
/// asks once; who asks without end tries codes.
///
/// Addresses share places by their hash, so that it does not grow; two that meet in one place share what it lets through.
struct AppQuestionLimit {
    private static let places = 4_096
    private static let perSecond: Int64 = 10

    private struct Place {
        /// When the questions were counted, in seconds.
        var second: Int64 = 0
        var count: Int64 = 0
    }

    private var places = [Place](repeating: Place(), count: places)

    /// Takes a question of an address; false where it has to wait. Clients whose address nobody knows are one.
    mutating func admit(_ address: TextRange?, in arena: borrowing ByteArena, at second: Int64) -> Bool {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for index in (address ?? .empty).indices { hash = (hash ^ UInt64(arena[index])) &* 0x100_0000_01B3 }
        let index = Int(truncatingIfNeeded: hash ^ hash >> 32) & (Self.places - 1)
        if places[index].second != second { places[index] = Place(second: second) }
        places[index].count += 1
        return places[index].count <= Self.perSecond
    }
}
