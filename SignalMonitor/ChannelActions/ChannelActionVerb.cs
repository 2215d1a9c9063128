using System.Globalization;
using System.Net.Http.Headers;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using System.Text.Json;
using FuncLibs.Hosting;
using FuncLibs.Hosting.Programs;
using FuncLibs.Hosting.Security;
using FuncLibs.Hosting.Tls;
using FuncLibs.Runtime.Diagnostics;
using SignalMonitor.Configuration;
using SignalMonitor.Http;

namespace SignalMonitor.ChannelActions;

/// <summary>
/// The verbs `reset` and `tare` of a calculated channel. The running monitor does it, because the values are there: the
/// verb asks it over HTTP, as a dashboard does.
/// </summary>
internal static class ChannelActionVerb
{
    /// <summary>The word after the verb is this option.</summary>
    public const string Argument = nameof(ResetOptions.Name);

    /// <summary>The verb `reset`.</summary>
    public const string ResetName = "reset";

    /// <summary>The verb `tare`.</summary>
    public const string TareName = "tare";

    // Beyond the window: an edit, the next block, the next saved position.
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(20);

    /// <summary>Exit code 0, or 2 with one line on standard error.</summary>
    /// <param name="context">Options and streams.</param>
    public static Task<int> ResetAsync(VerbContext<MonitorOptions> context) =>
        RunAsync(context, ResetName, context.Extra<ResetOptions>(), "", TimeSpan.Zero);

    /// <summary>Exit code 0, or 2 with one line on standard error.</summary>
    /// <param name="context">Options and streams.</param>
    public static Task<int> TareAsync(VerbContext<MonitorOptions> context)
    {
        TareOptions options = context.Extra<TareOptions>();
        string query = options.Off ? "&off=true" : FormattableString.Invariant($"&window={options.WindowMs}");
        return RunAsync(context, TareName, options, query, TimeSpan.FromMilliseconds(options.WindowMs));
    }

    private static async Task<int> RunAsync(
        VerbContext<MonitorOptions> context, string verb, ResetOptions options, string query, TimeSpan window)
    {
        TextWriter errors = context.Streams.Error;
        if (string.IsNullOrEmpty(options.Name))
            return await FailAsync(errors, verb, $"{verb} needs the name of a calculated channel: {verb} force_abs");
        string url = context.Options.Http.Url.TrimEnd('/');
        Uri address = new($"{url}/api/variables/{Uri.EscapeDataString(options.Name)}/{verb}"
            + $"?by={Uri.EscapeDataString(options.By ?? Environment.UserName)}"
            + $"&station={Uri.EscapeDataString(options.Station ?? "")}"
            + $"&stream={Uri.EscapeDataString(options.Stream ?? "")}{query}");
        using HttpClient client = new(HandlerFor(options)) { Timeout = Limit + window };
        using HttpRequestMessage request = new(HttpMethod.Post, address);
        request.Headers.Add("X-Telemetry", "1");
        if (options.TokenFile.Length > 0)
            request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", ReadToken(options.TokenFile));
        request.Headers.TryAddWithoutValidation("User-Agent", HttpOrigin.VerbAgent + verb);
        try
        {
            using HttpResponseMessage response = await client.SendAsync(request);
            string body = await response.Content.ReadAsStringAsync();
            if (!response.IsSuccessStatusCode)
                return await FailAsync(errors, verb, FaultOf(body)
                    ?? $"{url} answered {(int)response.StatusCode}; is it a monitor with Dashboard:Enabled and a "
                        + "database?");
            await context.Streams.Output.WriteLineAsync(options.Json ? body : TextOf(body));
            return ExitCodes.Ok;
        }
        catch (Exception e) when (e is HttpRequestException or TaskCanceledException or JsonException)
        {
            return await FailAsync(errors, verb, $"no monitor answers at {url} ({OneLine.Format(e)}); start one, or give "
                + "--Http:Url as it printed it");
        }
    }

    private static string ReadToken(string path)
    {
        const int MaxBytes = 1024;
        if (!OwnerFile.TryRead(path, MaxBytes, out byte[]? content, out string? fault))
            throw new StartupException($"--TokenFile: {path} {fault}");
        return Encoding.ASCII.GetString(content).Trim();
    }

    // A certificate that signed itself is its own authority.
    private static SocketsHttpHandler HandlerFor(ResetOptions options)
    {
        SocketsHttpHandler handler = new();
        if (options.TrustedCertificate.Length == 0)
            return handler;
        DateTimeOffset now = TimeProvider.System.GetUtcNow();
        if (!CertificateFiles.TryReadTrusted(
            options.TrustedCertificate, now, out X509Certificate2Collection trusted, out string? fault))
            throw new StartupException($"--TrustedCertificate: {fault}");
        handler.SslOptions.CertificateChainPolicy = new X509ChainPolicy
        {
            TrustMode = X509ChainTrustMode.CustomRootTrust,
            RevocationMode = X509RevocationMode.NoCheck,
        };
        handler.SslOptions.CertificateChainPolicy.CustomTrustStore.AddRange(trusted);
        return handler;
    }

    private static string? FaultOf(string body)
    {
        try
        {
            using JsonDocument document = JsonDocument.Parse(body);
            return document.RootElement.TryGetProperty("error", out JsonElement error) ? error.GetString() : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }

    private static string TextOf(string body)
    {
        using JsonDocument document = JsonDocument.Parse(body);
        JsonElement root = document.RootElement;
        string what = root.GetProperty("action").GetString() == ResetName ? "its functions are reset"
            : root.GetProperty("tare").ToString() == "0" ? $"its tare of {Value(root, "formerTare")} is removed"
            : $"its tare is {Value(root, "tare")}, with the mean of {root.GetProperty("values").GetInt64().ToString(
                CultureInfo.InvariantCulture)} values";
        string where = root.GetProperty("sequence").GetString() is { } sequence
            ? $"from sequence {sequence} of epoch {root.GetProperty("epoch").GetString()} on, stream "
                + $"{root.GetProperty("stream").GetString()}, sample {root.GetProperty("firstSample").GetString()}"
            : "with the next block";
        return $"{root.GetProperty("name").GetString()}: {what}, {where}";
    }

    private static string Value(JsonElement root, string member) =>
        $"{root.GetProperty(member)} {root.GetProperty("unit").GetString()}".TrimEnd();

    private static async Task<int> FailAsync(TextWriter errors, string verb, string fault)
    {
        await errors.WriteLineAsync($"{verb}: {fault}");
        return ExitCodes.CannotStart;
    }
}
