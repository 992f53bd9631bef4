// Links of a Fingerpost server in an app. Copy this file; it needs `com.android.installreferrer:installreferrer`.

package com.example.fingerpost

import android.content.Context
import android.net.Uri
import com.android.installreferrer.api.InstallReferrerClient
import com.android.installreferrer.api.InstallReferrerClient.InstallReferrerResponse
import com.android.installreferrer.api.InstallReferrerStateListener
import java.io.IOException
import java.net.HttpURLConnection
import java.net.URL
import kotlin.concurrent.thread
import org.json.JSONException
import org.json.JSONObject

/** The server is busy or can't be reached: ask again, in a moment or at the next start. */
class AskAgain(cause: Exception? = null) : IOException(cause)

/** The link leads nowhere: it is unknown, deleted, expired or blocked. */
class NoLink(message: String) : Exception(message)

/**
 * One object for the whole app. [hosts] are the hosts of your links, with their path prefix if they have one. Tokens are sent to
 * the first.
 */
class Fingerpost(private val context: Context, private val hosts: List<String>) {

    /** A resolved link: the address to show, the lowest version of the app that can show it, and the app that it is for. */
    class Link(
        val payload: String?,
        val minimumVersion: String? = null,
        val app: App? = null,
        val campaign: Map<String, String> = emptyMap(),
    )

    class App(val platform: String, val id: String)

    private val store = context.getSharedPreferences("fingerpost", Context.MODE_PRIVATE)
    private var last: Pair<String, Long>? = null

    /** Resolves an address that opened the app, not on the main thread; null if the same address arrived just before. */
    fun open(url: String): Link? {
        val now = System.currentTimeMillis()
        synchronized(this) {
            last?.let { if (it.first == url && now - it.second < 3_000) return null }
            last = url to now
        }
        try {
            return resolve(url)
        } catch (e: AskAgain) {
            synchronized(this) { last = null }
            throw e
        }
    }

    /** Finds the link that led to the installation, once; [found] is called on its own thread, and only with a link. */
    fun firstStart(found: (Link) -> Unit) {
        if (store.getBoolean("asked", false)) return
        val client = InstallReferrerClient.newBuilder(context).build()
        val listener = object : InstallReferrerStateListener {
            override fun onInstallReferrerSetupFinished(code: Int) {
                val referrer = if (code == InstallReferrerResponse.OK) {
                    runCatching { client.installReferrer.installReferrer }.getOrNull()
                } else null
                runCatching { client.endConnection() }
                // This device has no such service and never will.
                if (code == InstallReferrerResponse.FEATURE_NOT_SUPPORTED) done()
                if (referrer != null) thread { resolveReferrer(referrer)?.let(found) }
            }

            override fun onInstallReferrerServiceDisconnected() {}
        }
        try {
            client.startConnection(listener)
        } catch (e: SecurityException) {
            // Some devices forbid it until a later start.
        }
    }

    private fun resolveReferrer(referrer: String): Link? {
        // Other text is never sent.
        val token = Regex("fp1\\.[\\w-]+").find(referrer)?.value
        val link = try {
            token?.let(::redeem)
        } catch (e: NoLink) {
            null
        } catch (e: AskAgain) {
            return null
        }
        done()
        return link
    }

    private fun done() = store.edit().putBoolean("asked", true).apply()

    private fun resolve(url: String): Link {
        if (url.startsWith("fp1.")) return redeem(url)
        val parts = Uri.parse(url)
        val isWeb = parts.scheme.equals("https", true) || parts.scheme.equals("http", true)
        val host = parts.host?.lowercase()
        val isOwn = hosts.any { "$host${parts.path}/".startsWith("$it/") }
        if (isWeb && isOwn) return ask(parts.buildUpon().scheme("https").build().toString())
        // A plus sign is no space here, unlike in `getQueryParameter`.
        fun value(name: String) = parts.encodedQuery.orEmpty().split("&")
            .firstOrNull { it.startsWith("$name=") }?.let { Uri.decode(it.substringAfter("=")) }
        val payload = when {
            isWeb && parts.path == "/__/auth/links" -> value("link")
            !isWeb && host == "google" && parts.path.orEmpty().startsWith("/link") -> value("deep_link_id")
            else -> url
        }
        return Link(payload?.ifEmpty { null } ?: throw NoLink(url))
    }

    private fun redeem(token: String) = ask("https://${hosts[0].substringBefore("/")}/v1/resolve", token)

    private fun ask(url: String, token: String? = null): Link = try {
        val version = context.packageManager.getPackageInfo(context.packageName, 0).versionName
        val connection = URL(url).openConnection() as HttpURLConnection
        connection.connectTimeout = 10_000
        connection.readTimeout = 10_000
        connection.setRequestProperty("Accept", "application/json")
        connection.setRequestProperty("Fingerpost-App", "android $version")
        if (token != null) {
            connection.doOutput = true
            connection.setRequestProperty("Content-Type", "application/json")
            val body = JSONObject().put("token", token).toString()
            connection.outputStream.use { it.write(body.toByteArray()) }
        }
        val status = connection.responseCode
        if (status == 429 || status >= 500) throw AskAgain()
        if (status != 200) throw NoLink("status $status")
        link(JSONObject(connection.inputStream.bufferedReader().use { it.readText() }))
    } catch (e: IOException) {
        throw e as? AskAgain ?: AskAgain(e)
    } catch (e: JSONException) {
        throw AskAgain(e)
    }

    private fun link(json: JSONObject): Link {
        fun text(name: String) = if (json.isNull(name)) null else json.getString(name)
        if (text("method") == "none") throw NoLink("not a token that was created here, or no longer")
        val campaign = json.optJSONObject("parameters") ?: json
        return Link(
            text("payload"), text("minimum_version"),
            json.optJSONObject("app")?.let { App(it.getString("platform"), it.getString("id")) },
            campaign.keys().asSequence().filter { it.startsWith("utm_") || it == "gclid" }
                .associateWith { campaign.getString(it) },
        )
    }
}
