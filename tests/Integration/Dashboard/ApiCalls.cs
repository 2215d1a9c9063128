using System.Net;
using System.Text;
using System.Text.Json;
using Testing.Processes;

namespace Integration.Dashboard;

/// <summary>Requests to a running monitor as its dashboard sends them.</summary>
internal sealed class ApiCalls(HostProcess monitor) : IDisposable
{
    private readonly HttpClient _client =
        new() { BaseAddress = new Uri(monitor.Endpoint("http")), Timeout = TimeSpan.FromSeconds(20) };

    public void Dispose() => _client.Dispose();

    public (HttpStatusCode Status, JsonElement Json) Get(string path) => Send(HttpMethod.Get, path, null);

    public (HttpStatusCode Status, JsonElement Json) Send(
        HttpMethod method, string path, string? body, params (string Name, string Value)[] headers)
    {
        using HttpRequestMessage request = new(method, path);
        request.Headers.Add("X-Telemetry", "1");
        if (body is not null)
            request.Content = new StringContent(body, Encoding.UTF8, "application/json");
        foreach ((string name, string value) in headers)
            request.Headers.TryAddWithoutValidation(name, value);
        using HttpResponseMessage answer = _client.Send(request);
        using StreamReader reader = new(answer.Content.ReadAsStream());
        string text = reader.ReadToEnd();
        return (answer.StatusCode, text.Length == 0 ? default : JsonDocument.Parse(text).RootElement);
    }
}
