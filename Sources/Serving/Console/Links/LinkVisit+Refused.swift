import AdminPages
import ByteText
import Daemon
import HTTP
import Markup

/// Links that the current rules would refuse to create. Sites and their patterns can change after a link is created.
extension LinkVisit {
    func refusedTargets() -> ConsolePage {
        var page = ConsolePage("links-refused")
        guard request.isPost else { return page }
        page.values.set("answered", true)
        let sweep = links.refusedTargets(after: request.form["after"], for: request)
        if let fault = sweep.fault {
            page.status = fault.status
            page.values["fault"] = (fault.fault ?? "").sentence
            return page
        }
        page.values["looks"] = counted(sweep.looks, "link")
        page.values["found"] = grouped(sweep.findings.count)
        page.values["after"] = sweep.next
        page.values["said"] = "\(counted(sweep.looks, "link")) checked, \(grouped(sweep.findings.count)) refused."
        page.values.set("has_findings", !sweep.findings.isEmpty)
        page.values.set(
            "findings",
            rows: sweep.findings.map { finding in
                var row = PageValues()
                let place = String(finding.link.dropFirst("https://".count))
                row["place"] = place
                row["query"] = "link=\(ListedLink.encoded(place))"
                row["reason"] = finding.reason.sentence
                return row
            })
        return page
    }
}
