/// A failure to create, write or read a temporary file.
public struct SpillFault: Error, Sendable, Equatable {
    /// The directory of the file.
    public let directory: String
    /// The system error number, such as `ENOSPC` if the disk is full.
    public let code: Int32
}
