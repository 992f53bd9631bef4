import ByteText

/// The page of an app in the Amazon Appstore, by its package: `https://www.amazon.com/gp/mas/dl/android?p=…`, which
/// Fire devices open in the store (Amazon, "Deep Link to the Amazon Appstore Client").
enum AmazonStoreURL {
    static func append(package: String, to arena: inout ByteArena) -> TextRange {
        let mark = arena.count
        arena.append("https://www.amazon.com/gp/mas/dl/android?p=")
        arena.append(package)
        return arena.piece(from: mark)
    }
}
