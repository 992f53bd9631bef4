/// A site with pages on a host of their own, and an app for each system.
enum PageSite {
    static let text = """
        site: example
        hosts: [example.page.link]
        page_host: preview.example.com
        authorized_domains: [www.example.com]
        apps:
          - ios: {bundle: com.example.ios, team: ABCDE12345, app_store_id: "1234567"}
          - android: {package: com.example.android}
        """
}
