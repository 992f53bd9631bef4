extension TokenTable {
    /// Bots known only by name, because it contains no typical word, and many agents contain no URL.
    ///
    /// A name counts at the start of a word, so it must be longer or more distinctive than words in browsers' agents.
    static let botNames = [
        previewNames, searchNames, seoNames, aiNames, monitorNames, scannerNames, libraryNames, otherNames,
    ]

    /// Creates rows for names. The evidence is an agent that contains only the name.
    private static func names(_ kind: BotKind, of programs: String, _ names: [String]) -> TokenGroup {
        TokenGroup(
            from: .ownNames(programs),
            names.map { DeviceToken($0, .wordStart, .bot(kind), example: "\($0)1.2") })
    }

    /// Services that unfurl links, share pages, resolve short links or proxy images.
    private static let previewNames = names(
        .preview, of: "services that unfurl links, share pages, resolve short links or proxy images",
        [
            "addthis", "bandscraper", "bit.ly", "bitrix link", "blogcard", "blueno", "brid.gy", "bridgy", "butterfly/",
            "cardcreator", "catodon", "cherrypick", "confluence/", "dendrite", "dlvr.it", "dropboxpreview",
            "embed php library", "epicyon", "errbot", "facebook share", "fb_scraper", "fedifetcher", "fedify",
            "fediverse", "flarum", "foundkey", "friendfeed", "funkwhale", "gancio", "ganggo", "glitchsoc",
            "google docs", "google-apps-script", "google-chat", "googlechat", "hollo/", "hometown/", "honk/", "hubot",
            "iceshrimp", "image cache", "image-fetch", "imagefetch", "inagist", "invision community", "jira-",
            "js-kit", "jsonlink", "juick", "kakaolink", "kakaostory", "kimengi", "kiwiirc", "ktistec", "lemmy-",
            "link card", "link parser", "link-card", "linkcard", "linkedin share", "linkparser", "linkpeek", "longurl",
            "matrix-synapse", "maubot", "mautrix", "mbin/", "meisskey", "metadata fetch", "metadata service",
            "metadata-service", "metafetch", "metauri", "microblog.pub", "microblogpub", "microlink", "mitra/",
            "news.me", "nodebb", "ogp-", "open-graph", "owncast", "page getter", "page preview", "page-metadata",
            "pagegetter", "pagepreview", "paper.li", "peekalink", "percollate", "photon/", "phpbb", "piefed",
            "postrank", "preview service", "previewservice", "rich preview", "richpreview", "scoop.it", "share preview",
            "shareaholic", "sharepreview", "sharethis", "smithereen", "snac/", "snippet fetch", "social preview",
            "socialflow", "socialhome", "socialpreview", "sopel", "summaly", "summify", "supybot", "takahe",
            "thelounge", "thread reader", "threadreader", "thumbor", "tinyurl", "topsy", "tweetmeme", "tweetminster",
            "twitterfeed", "twitturl", "untiny", "unwindfetch", "urlmeta", "vbulletin", "vernissage", "webmention",
            "weserv", "woltlab", "xenforo",
        ])

    /// Current and former search engines.
    private static let searchNames = names(
        .search, of: "current and former search engines",
        [
            "a6-indexer", "accoona", "acoon", "blekko", "charlotte/", "coccoc", "cowbot", "easou", "fast enterprise",
            "findthatfile", "findx", "google-sa-", "gsa-", "gulliver/", "haosou", "hl_ftien", "holmes/",
            "hyperestraier", "infoseek", "kalooga", "kototoi", "lapozz", "lexxe", "linguee", "livesearch",
            "marginalia", "mercator-", "mnogosearch", "moget", "mogimogi", "mojeek", "msnptc", "nabot", "namazu",
            "netsprint", "omniexplorer", "onetszukaj", "openindex", "openwebsearch", "ows.eu", "picsearch", "pompos",
            "presearch", "qihoobot", "quaero", "scooter/", "scoutjet", "search17", "searchme/", "searchsight", "searx",
            "seekport", "shopwiki", "sightquest", "sohu-search", "sphider", "sproose", "surphace", "szukacz",
            "trovator", "truveo", "twiceler", "vagabondo", "walhello", "wazzup", "webalta", "webglimpse", "wisenut",
            "wotbox", "yacy", "yahoocachesystem", "yahooseeker", "yahooysmcm", "yanga", "yioop", "yodao", "yoono",
            "youdao", "zyborg",
        ])

    /// Crawlers for marketing, advertising and market research.
    private static let seoNames = names(
        .seo, of: "crawlers for marketing, advertising and market research",
        [
            "aboundex", "aboutthedomain", "admantx", "adreview", "ads.txt", "adscanner", "adstxt", "attracta",
            "awario", "backlink", "botify", "brand24", "brandverity", "brandwatch", "brightedge", "builtwith",
            "buzzstream", "buzzsumo", "buzztracker", "clickagy", "comscore", "copyscape", "crowdtangle", "datanyze",
            "dataprovider", "digimind", "domain re-animator", "domainappender", "domainstat", "domaintools",
            "domaintuner", "doubleverify", "followerwonk", "gnowit", "grapeshot", "hypestat", "integralads", "labrika",
            "linkody", "linkresearchtools", "lumar", "mediamath", "mediatoolkit", "meltwater", "metajob", "monsido",
            "moreover", "moz.com", "netestate", "newstin", "nibbler", "onpage", "open site explorer",
            "openlinkprofiler", "pagesinventory", "panscient", "peer39", "peerindex", "plagiarism", "plukkie", "pr-cy",
            "proximic", "pubmatic", "quantcast", "radian6", "rankactive", "ranktracker", "rankur", "rankwatch",
            "raventools", "riddler", "ryte/", "scrubby", "semalt", "seo tools", "seobook", "seodiver", "seoengine",
            "seomoz", "seoptimer", "seoreview", "serpworx", "silktide", "similartech", "sitebeam", "sitecondor",
            "siteguru", "siteliner", "sitemap", "socialrank", "sprinklr", "spyfu", "synthesio", "sysomos", "taboola",
            "talkwalker", "thetradedesk", "topvisor", "trendiction", "unister", "visionutils", "webmastercoffee",
            "webmeup", "weborama", "websquash", "whatcms", "whatruns", "whois", "zemanta", "zoominfo",
        ])

    /// Crawlers and agents of language models.
    private static let aiNames = names(
        .ai, of: "crawlers and agents for language models",
        [
            "ai agent", "ai-agent", "ai-search", "aiagent", "aisearch", "amzn-", "apify", "auto-gpt", "autogpt",
            "bigsur", "browser-use", "browserbase", "cotoyogi", "deep research", "deep-research", "deepresearch",
            "exasearch", "gemini-", "hyperbrowser", "iask", "jina.ai", "kangaroo", "klaviyo", "langgraph",
            "llamaindex", "llm-", "moonshot", "nova act", "novaact", "oai-", "phind", "poggio", "quillbot",
            "scrapegraph", "serpapi", "sidetrade", "skyvern", "velenpublic", "webz.io",
        ])

    /// Site monitors, load generators, link checkers and validators.
    private static let monitorNames = names(
        .monitor, of: "site monitors, load generators, link and markup checkers",
        [
            "adminlabs", "alertfox", "alertsite", "apache bench", "apachebench", "artillery", "blackbox exporter",
            "blackbox-exporter", "broken link", "brokenlink", "browsermob", "browserstack", "centreon", "certspotter",
            "change detection", "changedetection", "check-host", "checkhost", "checkmk", "cloudprober",
            "consul health", "csscheck", "dead link", "deadlink", "dotcom-", "downfor", "downnotifier",
            "elastic heartbeat", "elastic-heartbeat", "flood.io", "followthatpage", "gatling", "geopeeker", "gomez",
            "haproxy", "healthz", "heartbeat", "honeybadger", "host tracker", "host-tracker", "hostedstatus",
            "hosttracker", "htmlvalid", "http-status", "httperf", "httpmon", "httpstat", "instana", "internetseer",
            "internetvista", "isitup", "jmeter", "keynote", "lambdatest", "link check", "link sleuth", "link valet",
            "linkalarm", "linkscan", "loader.io", "loadimpact", "locust", "monit/", "neotys", "nu html", "oh dear",
            "opennms",
            "opsgenie", "paessler", "page speed", "pagerduty", "pagespeed", "pingability", "pingometer", "pingoscope",
            "powermapper", "prometheus", "prtg", "redirect check", "redirect-check", "redline13", "rigor", "rollbar",
            "saucelabs", "sematext", "sentry/", "serverdensity", "siege/", "site24", "sitewatch", "smartbear",
            "soasta", "solarwinds", "sortsite", "statusgator", "superpwn", "synthetic", "totalvalid", "tsung",
            "versionista", "visualping", "wachete", "webinject", "webmon", "website watch", "websitewatch",
            "wheregoes", "wormly", "yottaa", "yslow", "zenoss", "zmon",
        ])

    /// Vulnerability scanners, and services that assess links and certificates.
    private static let scannerNames = names(
        .scanner, of: "vulnerability scanners, and services that rate links and certificates",
        [
            "aquatone", "binaryedge", "bitsight", "blue coat", "bluecoat", "bsqlbf", "bugcrowd", "burp", "caido",
            "censys", "certum", "cgichk", "checkmarx", "checkphish", "cloudflare-", "cmseek", "cmsmap", "cofense",
            "criminalip", "dependabot", "dfind", "digicert", "dirsearch", "driftnet", "droopescan", "eyewitness",
            "fimap", "forcepoint", "globalsign", "gowitness", "grendel", "hackerone", "hackertarget", "hakrawler",
            "hardenize", "havij", "honeypot", "hornetsecurity", "httprobe", "hybrid-analysis", "infosec",
            "internet census", "ironscales", "jaeles", "jbrofuzz", "joesandbox", "jorgee", "let's encrypt",
            "letsencrypt", "mailscanner", "malware", "messagelabs", "metasploit", "morfeus", "muieblackcat", "netscan",
            "netsystemsresearch", "observatory", "opendns", "palo alto", "paloalto", "paros/", "pentest", "phish",
            "portscan", "projectdiscovery", "quttera", "recorded future", "recordedfuture", "research scan",
            "researchscan", "retarus", "retire.js", "riskiq", "safe browsing", "safebrowsing", "scanner",
            "security audit", "security scan", "security.txt", "securityheaders", "securityscorecard",
            "securitytrails", "shadowserver", "siteadvisor", "siteguarding", "snyk", "spamassassin", "spamhaus",
            "spamtitan", "sqlninja", "sslyze", "stretchoid", "subfinder", "synack", "testssl", "toata", "trustwave",
            "upguard", "urlvoid", "veracode", "vulnerab", "w00tw00t", "wapiti", "webscan", "websense", "webshag",
            "wordfence", "zaproxy", "zerofox", "zoomeye",
        ])

    /// Libraries, frameworks and download programs.
    private static let libraryNames = names(
        .library, of: "libraries, frameworks and download tools",
        [
            "actix", "ansible", "anyevent", "apache-cxf", "apt-http", "aria2", "async-http", "attohttpc", "axis/",
            "beautifulsoup", "blackwidow", "boost.beast", "bun/", "cadaver", "cakephp", "cfschttp", "chromedp",
            "clj-http", "codeigniter", "coldfusion", "containerd", "cpprest", "curb/", "curl_cffi", "davclnt", "davfs",
            "debian apt", "dio/", "dnf/", "download master", "download ninja", "drupal", "elixir", "em-http",
            "emailcollector", "emailsiphon", "emailwolf", "embarcadero uri", "envoy/", "erlang", "eventmachine",
            "excon", "file_get_contents", "finch/", "flashget", "freshdownload", "gcloud", "getright", "go!zilla",
            "google-api-", "google-http-", "grabnet", "grizzly",
            "gsoap", "gsutil", "guzzle", "hmview", "http library", "http-kit", "http_client", "httpcore", "httpkit",
            "httplib", "httr/", "hyper/", "hyperquest", "image downloader", "image stripper", "image sucker",
            "interget", "java1.", "jax-ws", "jaxws", "jersey", "jgit", "joomla", "jsdom", "katalon", "laravel",
            "leechftp", "libfetch", "libgit", "luasocket", "mass downloader", "mathematica", "matlab",
            "mechanicalsoup", "microsoft data access", "microsoft url control", "mojolicious", "ms frontpage",
            "ms web services", "msxml", "navroad", "nearsite", "needle/", "net vampire", "net::http", "netants",
            "netzip", "ngx_lua", "nightmare", "ning/", "node.js", "node/", "npm/", "nuget", "nusoap",
            "office protocol", "offline explorer", "pa11y", "pagegrabber", "papa foto", "pavuk", "pcbrowser",
            "pear http", "pnpm", "poco/", "poe-component", "prerender", "prozilla", "pycurl", "r-curl", "railo",
            "ranorex", "rclone", "rcurl", "rendertron", "request.js", "request/", "rest assured", "rest-assured",
            "rest_client", "resteasy", "restlet", "resttemplate", "retrofit", "robobrowser", "rubygems", "s3cmd",
            "scalaj", "simple-get", "sitesnagger", "skopeo", "smartdownload", "snoopy", "soapui", "spray-can",
            "spring-", "sttp", "subversion", "superhttp", "tcl http", "teleport", "testcafe", "trafilatura", "treq",
            "typo3", "vert.x", "watir", "web downloader", "webbandit", "webcopy", "webleacher", "webreaper",
            "website quester", "webstripper", "websucker", "webwhacker", "webzip", "wininet", "wp_http", "wwwoffle",
            "xaldon", "xml rpc", "xml-rpc", "xmlrpc",
        ])

    /// Feed services, webhooks, archives and screenshot services.
    private static let otherNames = names(
        .other, of: "feed services, webhooks, archives and screenshot services",
        [
            "akamai", "amazon route 53", "amazon simple", "amazon-route53", "apiflash", "archive-it", "archive.today",
            "archivebox", "archiveteam", "arquivo", "ask jeeves", "bitbucket", "bizrate", "bloglines", "blogpulse",
            "blogsearch", "blogtrottr", "bluedragon", "browsertrix", "browshot", "cdn77", "certificate", "circleci",
            "citeseer", "cloudinary", "commafeed", "crossref", "cutycapt", "datasift", "dcv", "domain control",
            "dspace", "ebsco", "europeana", "exalead", "fastly", "feed43", "feedable", "feedbin", "feedhq", "feedjira",
            "feedparser", "feedshow", "feedspot", "feedwrangler", "fivefilters", "freshrss", "full-text rss",
            "github-", "gitlab", "gnip", "gregarius", "huginn", "hydra proxy", "icerocket", "imgix", "infinitewp",
            "integromat", "internet archive", "iparadigms", "jenkins", "jobboerse", "jobkicks", "jobrobot", "karakeep",
            "libredtail", "lilina", "linkwarden", "lockss", "mailchimp", "mainwp", "managewp", "matomo/", "miniflux",
            "n8n", "nationalarchive", "netarkivet", "nextag", "node-red", "page2images", "pagepeeker", "paypal ipn",
            "perma.cc", "pipedream", "plagscan", "planet venus", "plivo", "pricegrabber", "pubsubhubbub",
            "raindrop.io", "readability", "robothumb", "rome client", "rss2email", "rssmicro", "safeassign",
            "screenshot", "selfoss", "semantic scholar", "semanticscholar", "sendgrid", "sharecount", "shopzilla",
            "shrinktheweb", "snapito", "sparkpost", "ssl checker", "sslchecker", "stackdriver", "statuscode",
            "syndic8", "technorati", "thumbalizr", "thumbshots", "tiny tiny rss", "transcoder", "tt-rss", "turnitin",
            "twenga", "twilio", "universalfeedparser", "unpaywall", "url2png", "urlbox", "varnish", "webcite",
            "webhook", "webrecorder", "webshot", "websnapr", "workato", "wpull", "zapier",
        ])
}
