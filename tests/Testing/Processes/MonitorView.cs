using System.Text.Json;

namespace Testing.Processes;

/// <summary>What a monitor shows over HTTP, and waits for it.</summary>
public sealed class MonitorView
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);
    private readonly HostProcess _monitor;

    public MonitorView(HostProcess monitor) => _monitor = monitor;

    public JsonElement Health => _monitor.Json("/health");

    public string Status => Health.GetProperty("status").GetString()!;

    public MonitorAccount Account => new(Health.GetProperty("account"));

    public long Delivered => Account.Delivered;

    /// <summary>The first stream of health.</summary>
    public JsonElement Stream => Health.GetProperty("streams")[0];

    public JsonElement Snapshot => _monitor.Json("/snapshot");

    /// <summary>Refused frames of a cause, those of streams and those that name none together.</summary>
    public long Bad(string cause) => Health.GetProperty("badFrames").GetProperty(cause).GetInt64();

    /// <summary>Waits until the first block is not only delivered, but computed and shown.</summary>
    public void WaitForValues() => Eventually.True(
        () => Snapshot.TryGetProperty("sequence", out JsonElement sequence) && sequence.GetInt64() > 0,
        "the monitor shows values",
        Limit);

    public void WaitForStatus(string status) =>
        Eventually.True(() => Status == status, $"the monitor is {status}", Limit);

    /// <summary>Waits until so many more blocks were delivered than now.</summary>
    public void WaitForMore(long blocks)
    {
        long before = Delivered;
        Eventually.True(() => Delivered >= before + blocks, $"{blocks} more blocks are delivered", Limit);
    }
}

/// <summary>The account of a monitor over all streams.</summary>
public sealed record MonitorAccount(long Published, long Delivered, long DeclaredLost, long Missing, long SilentLoss)
{
    public MonitorAccount(JsonElement json)
        : this(
            Parse(json, "published"),
            Parse(json, "delivered"),
            Parse(json, "declaredLost"),
            Parse(json, "missing"),
            Parse(json, "silentLoss"))
    {
    }

    /// <summary>published = delivered + declared lost + missing, and nothing silently.</summary>
    public bool Closes => SilentLoss == 0 && Published == Delivered + DeclaredLost + Missing;

    private static long Parse(JsonElement json, string name) => json.GetProperty(name).GetInt64();
}
