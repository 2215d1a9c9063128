using System.Globalization;
using System.Net.Http.Headers;
using System.Security.Cryptography;
using System.Text;
using FuncLibs.Hosting.Security;
using FuncLibs.Hosting.Tls;

namespace SignalMonitor.Notifications.Targets;

/// <summary>
/// Posts each message as JSON. With a key the header <c>X-Telemetry-Signature: sha256=HEX</c> is the HMAC-SHA256 of the
/// body.
/// </summary>
internal sealed class WebhookTarget : INotificationTarget, IDisposable
{
    /// <summary>Header of the signature.</summary>
    public const string SignatureHeader = "X-Telemetry-Signature";

    private readonly WebhookOptions _options;
    private readonly HttpClient _client;

    /// <param name="options">Where.</param>
    public WebhookTarget(WebhookOptions options)
    {
        _options = options;
        _client = new HttpClient(ServerTrust.CreateHandler(options.CaFile)) { Timeout = Timeout.InfiniteTimeSpan };
    }

    /// <inheritdoc/>
    public string Name => _options.Name;

    /// <inheritdoc/>
    public string Description => $"webhook {new Uri(_options.Url).GetLeftPart(UriPartial.Authority)}";

    /// <inheritdoc/>
    public async Task<string?> Send(Notification message, CancellationToken stop)
    {
        byte[] body = MessageDocument.Encode(message);
        using HttpRequestMessage request = new(HttpMethod.Post, _options.Url);
        request.Content = new ByteArrayContent(body);
        request.Content.Headers.ContentType = new MediaTypeHeaderValue("application/json");
        if (_options.KeyFile.Length > 0)
        {
            if (SecretFile.Read(_options.KeyFile, out string key) is { } fault)
                return fault;
            request.Headers.Add(SignatureHeader, Sign(key, body));
        }

        try
        {
            using HttpResponseMessage answer = await _client.SendAsync(
                request, HttpCompletionOption.ResponseHeadersRead, stop);
            return answer.IsSuccessStatusCode ? null : string.Create(
                CultureInfo.InvariantCulture, $"the server answered {(int)answer.StatusCode} {answer.ReasonPhrase}");
        }
        catch (HttpRequestException e)
        {
            return ServerTrust.Explain(e);
        }
    }

    /// <summary>The value of the header for a body.</summary>
    /// <param name="key">The key, as its file has it.</param>
    /// <param name="body">The body.</param>
    public static string Sign(string key, byte[] body) =>
        "sha256=" + Convert.ToHexStringLower(HMACSHA256.HashData(Encoding.UTF8.GetBytes(key), body));

    /// <inheritdoc/>
    public void Dispose() => _client.Dispose();
}
