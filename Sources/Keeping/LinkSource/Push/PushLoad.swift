/// How the rows of a push are numbered in `fp_import`, where they are until they have become links.
///
/// A number says of which store the rows are, and since when they are there: what a killed push has left can be told from what
/// is on its way. It is negative, as none of the programs before this one was, whose rows say nothing and are left alone. Bits 32
/// to 62 are the store's, those below are seconds since 1970.
struct PushLoad {
    /// Rows that have been there longer are nobody's: a batch becomes links within minutes.
    static let lifetime: Int64 = 3_600

    private let store: UInt64

    /// - Parameter secret: The store's.
    init(secret: [UInt8]) {
        store = secret.prefix(4).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } & 0x7FFF_FFFF
    }

    /// The number of rows that are sent now.
    ///
    /// - Parameter now: In seconds since 1970.
    func number(at now: Int64) -> UInt64 { 1 << 63 | store << 32 | UInt64(UInt32(clamping: now)) }

    /// All numbers of the store.
    var numbers: ClosedRange<UInt64> { number(at: 0)...number(at: Int64(UInt32.max)) }
}
