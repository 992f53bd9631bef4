import Access
import HTTP
import LinkCatalog
import LinkStore

/// The change history of a link.
extension LinkAPI {
    /// `linkHistory`: the latest changes of a link that this node has applied.
    func linkHistory(_ call: Call, _ request: borrowing Request) throws(APIError) -> APIAnswer? {
        try call.query.require(only: [])
        let key = try key(request, call)
        let history = try look { store throws(StoreError) in try store.history(of: key) }
        var answer = APIAnswer { history.write(to: &$0) }
        answer.entityTag = history.link.entityTag
        return answer
    }
}
