using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using FuncLibs.Hosting.Configuration;

namespace HardwareConnector.Configuration;

/// <summary>Consumers that must be connected, because none can tell that it is gone itself.</summary>
public sealed class ConsumerWatchOptions
{
    /// <summary>Longest list of names.</summary>
    public const int MaxConsumers = 64;

    /// <summary>Their names, as in `consumers` of /health: with keys the names of the keys.</summary>
    [Description("names of consumers that must be connected, by comma; with keys the names of their keys")]
    public string[] Consumers { get; set; } = [];

    /// <summary>Seconds of silence after which a consumer counts as gone.</summary>
    [Description("seconds of silence after which a watched consumer counts as gone")]
    [Range(5, 86_400)]
    public int GoneSeconds { get; set; } = 30;
}

/// <summary>Checks the names of watched consumers.</summary>
public sealed class ConsumerWatchCheck : IOptionsCheck<ConnectorOptions>
{
    /// <inheritdoc/>
    public IEnumerable<OptionFault> Check(ConnectorOptions options)
    {
        string[] names = options.Watch.Consumers;
        if (names.Length > ConsumerWatchOptions.MaxConsumers)
            yield return new OptionFault(
                "Watch:Consumers",
                $"{names.Length} names are configured",
                $"up to {ConsumerWatchOptions.MaxConsumers}");
        foreach (string name in names.Where(string.IsNullOrWhiteSpace).Take(1))
            yield return new OptionFault("Watch:Consumers", $"'{name}' is no name", "names by comma");
        foreach (string name in names.GroupBy(one => one).Where(same => same.Count() > 1).Select(same => same.Key))
            yield return new OptionFault("Watch:Consumers", $"'{name}' is there twice", "each name once");
    }
}
