// Links of a Fingerpost server in an app. Copy this file; it needs no package.

import 'dart:convert';
import 'dart:io';

/// The server is busy or can't be reached: ask again, in a moment or at the next start.
class AskAgain implements Exception {}

/// The link leads nowhere: it is unknown, deleted, expired or blocked.
class NoLink implements Exception {}

/// A resolved link: the address to show, the lowest version of the app that can show it, and the app that it is for.
class FingerpostLink {
  const FingerpostLink(this.payload, {this.minimumVersion, this.app, this.campaign = const {}});

  final Uri? payload;
  final String? minimumVersion;
  final ({String platform, String id})? app;
  final Map<String, String> campaign;
}

/// One object for the whole app.
class Fingerpost {
  /// [hosts] are the hosts of your links, with their path prefix if they have one; tokens are sent to the first. [read] and
  /// [write] keep a text, such as `getString` and `setString` of `SharedPreferencesAsync`.
  Fingerpost({required this.hosts, required this.version, required this.read, required this.write});

  final List<String> hosts;
  final String version;
  final Future<String?> Function(String name) read;
  final Future<void> Function(String name, String text) write;
  (Uri, DateTime)? _last;

  /// Resolves an address that opened the app; null if the same address arrived just before.
  Future<FingerpostLink?> open(Uri url) async {
    final now = DateTime.now();
    if (_last case (final lastUrl, final time) when lastUrl == url && now.difference(time).inSeconds < 3) return null;
    _last = (url, now);
    try {
      return await _resolve(url);
    } on AskAgain {
      _last = null;
      rethrow;
    }
  }

  /// Finds the link that led to the installation, once; null without one. [text] returns the text of the Play Install
  /// Referrer API, or a pasted token.
  Future<FingerpostLink?> firstStart(Future<String?> Function() text) async {
    if (await read('fingerpost.asked') != null) return null;
    final String found;
    try {
      found = await text() ?? '';
    } catch (_) {
      throw AskAgain();
    }
    // Other text is never sent.
    final token = RegExp(r'fp1\.[\w-]+').stringMatch(found);
    FingerpostLink? link;
    try {
      if (token != null) link = await _redeem(token);
    } on NoLink {
      // It is known for good.
    }
    await write('fingerpost.asked', '1');
    return link;
  }

  Future<FingerpostLink> _resolve(Uri url) async {
    if (url.toString().startsWith('fp1.')) return _redeem(url.toString());
    final isWeb = url.isScheme('https') || url.isScheme('http');
    final isOwn = hosts.any((own) => '${url.host}${url.path}/'.startsWith('$own/'));
    if (isWeb && isOwn) return _ask(url.replace(scheme: 'https').removeFragment());
    var payload = url.toString();
    if (isWeb && url.path == '/__/auth/links') payload = _value('link', url);
    if (!isWeb && url.host == 'google' && url.path.startsWith('/link')) payload = _value('deep_link_id', url);
    final address = Uri.tryParse(payload);
    if (payload.isEmpty || address == null) throw NoLink();
    return FingerpostLink(address);
  }

  // A plus sign is no space here, unlike in `queryParameters`.
  String _value(String name, Uri url) {
    final pair = url.query.split('&').firstWhere((pair) => pair.startsWith('$name='), orElse: () => '');
    try {
      return pair.isEmpty ? '' : Uri.decodeComponent(pair.substring(name.length + 1));
    } catch (_) {
      return '';
    }
  }

  Future<FingerpostLink> _redeem(String token) => _ask(Uri.https(hosts[0].split('/').first, '/v1/resolve'), token);

  Future<FingerpostLink> _ask(Uri url, [String? token]) async {
    try {
      final (status, body) = await _send(url, token).timeout(const Duration(seconds: 10));
      if (status == 429 || status >= 500) throw AskAgain();
      if (status != 200) throw NoLink();
      return _link(jsonDecode(body) as Map<String, dynamic>);
    } on NoLink {
      rethrow;
    } catch (_) {
      throw AskAgain();
    }
  }

  Future<(int, String)> _send(Uri url, String? token) async {
    final client = HttpClient();
    try {
      final request = await client.openUrl(token == null ? 'GET' : 'POST', url);
      request.headers.set('Accept', 'application/json');
      request.headers.set('Fingerpost-App', '${Platform.operatingSystem} $version');
      if (token != null) {
        request.headers.contentType = ContentType.json;
        request.write(jsonEncode({'token': token}));
      }
      final response = await request.close();
      return (response.statusCode, await utf8.decodeStream(response));
    } finally {
      client.close(force: true);
    }
  }

  FingerpostLink _link(Map<String, dynamic> json) {
    if (json['method'] == 'none') throw NoLink();
    final app = json['app'] as Map<String, dynamic>?;
    final payload = json['payload'] as String?;
    final campaign = json['parameters'] as Map<String, dynamic>? ?? json;
    return FingerpostLink(
      payload == null ? null : Uri.tryParse(payload),
      minimumVersion: json['minimum_version'] as String?,
      app: app == null ? null : (platform: app['platform'] as String, id: app['id'] as String),
      campaign: {
        for (final MapEntry(:key, :value) in campaign.entries)
          if (key.startsWith('utm_') || key == 'gclid') key: value as String,
      },
    );
  }
}
