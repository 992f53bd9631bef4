/// The numbers of a push's rows in the staging table `fp_import`, which holds them until they become links.
///
/// A number contains the rows' store and the time at which they were sent, so rows of a killed push can be
/// distinguished from those of a running one. It is negative; rows of older programs have positive numbers without
/// these parts and are left alone. Bits 32 to 62 identify the store, and the lower bits are seconds since 1970.
struct PushLoad {
    /// Older rows are abandoned: a batch becomes links within minutes.
    static let lifetime: Int64 = 3_600

    private let store: UInt64

    /// - Parameter secret: The store's secret.
    init(secret: [UInt8]) {
        store = secret.prefix(4).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } & 0x7FFF_FFFF
    }

    /// The number of rows that are sent at a time.
    ///
    /// - Parameter now: The time in seconds since 1970.
    func number(at now: Int64) -> UInt64 { 1 << 63 | store << 32 | UInt64(UInt32(clamping: now)) }

    /// All numbers of the store.
    var numbers: ClosedRange<UInt64> { number(at: 0)...number(at: Int64(UInt32.max)) }
}
