using System.Text.Json;

namespace Launcher;

/// <summary>
/// Whether the monitor has every block that the connector numbered, by what both say over HTTP: `/health` of the
/// connector, `/certificate` of the monitor. The blocks of a rig that was stopped are waited for here, because a
/// connector that ends takes what is in its queue and in its journal with it.
/// </summary>
internal sealed class RunSettling : IDisposable
{
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(50);
    private readonly HttpClient _http = new() { Timeout = TimeSpan.FromSeconds(5) };
    private readonly Uri _connector;
    private readonly Uri _monitor;
    private string _numbered = "";

    /// <param name="connector">Address of the connector's web server.</param>
    /// <param name="monitor">Address of the monitor's.</param>
    public RunSettling(string connector, string monitor) =>
        (_connector, _monitor) = (new Uri(new Uri(connector), "health"), new Uri(new Uri(monitor), "certificate"));

    /// <summary>
    /// Waits until every block of the connector is delivered or declared lost; it must get no new ones.
    /// </summary>
    /// <returns>False when that took longer than the limit.</returns>
    public Task<bool> DeliveredAsync(TimeSpan limit) => UntilAsync(limit, IsDeliveredAsync);

    /// <summary>Waits until the monitor has seen the end of every stream of the newest epoch.</summary>
    /// <returns>False when that took longer than the limit.</returns>
    public Task<bool> EndedAsync(TimeSpan limit) =>
        UntilAsync(limit, async cancellationToken => HasEnded(await GetAsync(_monitor, cancellationToken)));

    public void Dispose() => _http.Dispose();

    /// <summary>
    /// Whether a certificate has all blocks that a connector's health names. A stream of which the monitor has no block
    /// yet is not part of its account.
    /// </summary>
    internal static bool HasAll(JsonElement health, JsonElement certificate)
    {
        ulong epoch = health.GetProperty("epoch").GetUInt64();
        ILookup<string?, JsonElement> entries =
            certificate.GetProperty("streams").EnumerateArray().ToLookup(entry => entry.GetProperty("name").GetString());
        return health.GetProperty("streams").EnumerateArray().All(
            stream => entries[stream.GetProperty("name").GetString()] is var known
                && (!known.Any() || known.Any(entry => entry.GetProperty("epoch").GetUInt64() == epoch
                    && entry.GetProperty("last").GetUInt64() >= stream.GetProperty("last").GetUInt64()
                    && entry.GetProperty("missing").GetInt64() == 0)));
    }

    /// <summary>Whether a certificate has the end of each stream in the newest epoch that it knows.</summary>
    internal static bool HasEnded(JsonElement certificate)
    {
        JsonElement[] entries = [.. certificate.GetProperty("streams").EnumerateArray()];
        ulong newest = entries.Select(entry => entry.GetProperty("epoch").GetUInt64()).DefaultIfEmpty().Max();
        return entries
            .Where(entry => entry.GetProperty("epoch").GetUInt64() == newest)
            .All(entry => entry.GetProperty("end").GetString() != "open");
    }

    // Numbered up to the same block twice: what was under way from the rig is in it.
    private async Task<bool> IsDeliveredAsync(CancellationToken cancellationToken)
    {
        JsonElement health = await GetAsync(_connector, cancellationToken);
        string before = _numbered;
        _numbered = string.Join(
            ',', health.GetProperty("streams").EnumerateArray().Select(stream => stream.GetProperty("last").GetRawText()));
        return _numbered == before && HasAll(health, await GetAsync(_monitor, cancellationToken));
    }

    private async Task<JsonElement> GetAsync(Uri address, CancellationToken cancellationToken)
    {
        using JsonDocument document = JsonDocument.Parse(await _http.GetByteArrayAsync(address, cancellationToken));
        return document.RootElement.Clone();
    }

    // A process that is too busy to answer is one to wait for.
    private static async Task<bool> UntilAsync(TimeSpan limit, Func<CancellationToken, Task<bool>> isSo)
    {
        using var over = new CancellationTokenSource(limit);
        while (true)
        {
            try
            {
                if (await isSo(over.Token))
                    return true;
                await Task.Delay(PollInterval, over.Token);
            }
            catch (Exception e) when (e is HttpRequestException or OperationCanceledException)
            {
                if (over.IsCancellationRequested)
                    return false;
                await Task.WhenAny(Task.Delay(PollInterval, over.Token));
            }
        }
    }
}
