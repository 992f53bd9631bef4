public import ByteText

extension FactTable {
    /// A fact as an author would write it, for explanations: `"ios"`, `unknown`, `absent`. Allocates.
    public borrowing func describe(_ index: UInt16, _ arena: borrowing ByteArena) -> String {
        switch input(Int(index), arena) {
        case .value(let value): value.literal
        case .absent: "absent"
        case .unknown: "unknown"
        }
    }
}
