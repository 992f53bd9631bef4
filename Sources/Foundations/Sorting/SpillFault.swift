/// Why a temporary file could not be made, written or read.
public struct SpillFault: Error, Sendable, Equatable {
    /// The directory of the file.
    public let directory: String
    /// The system's number of the error: `ENOSPC` where the disk is full.
    public let code: Int32
}
