package import ByteText
package import HTTP

/// The pages for testing a link on a phone. One per worker.
package protocol LabPages: AnyObject {
    /// Responds to a request whose path starts with ``Routing/ReservedPath/lab``. Must not block.
    ///
    /// - Parameter client: The address of the phone, or `nil` if unknown.
    func answer(_ request: borrowing Request, from client: IPAddress?, _ response: inout ResponseWriter)
}
