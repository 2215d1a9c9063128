using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using FuncLibs.Hosting.Run;
using FuncLibs.Hosting.Running;
using FuncLibs.Hosting.Transports;

namespace HardwareConnector.Configuration;

/// <summary>Everything that can be configured. The defaults are those of a new object; each option documents unit and range.</summary>
public sealed class ConnectorOptions : IHostOptions
{
    /// <summary>Pattern of site, rig and stream names: each is a level of a topic.</summary>
    public const string NamePattern = "^[a-z0-9_-]{1,24}$";

    /// <summary>Name of the lab, a level of every topic.</summary>
    [Description("name of the lab: 1 to 24 of a-z 0-9 _ -")]
    [RegularExpression(NamePattern)]
    public string Site { get; set; } = "lab";

    /// <summary>Name of the rig where none is configured.</summary>
    public const string DefaultRig = "rig1";

    /// <summary>
    /// Name of the rig, a level of every topic. Empty: <see cref="DefaultRig"/>, or where a recording is replayed the recorded name with
    /// `-replay` behind it.
    /// </summary>
    [Description("name of the rig: 1 to 24 of a-z 0-9 _ -; empty = rig1, or with a replay source the recorded name with -replay behind it")]
    [RegularExpression(NamePattern)]
    public string Rig { get; set; } = "";

    /// <summary>Where blocks come from, 1 to 64 sources. `Source:X` is short for `Sources:0:X`.</summary>
    public SourceOptions[] Sources { get; set; } = [new()];

    /// <summary>The ZeroMQ that carries the data.</summary>
    public TransportOptions Transport { get; set; } = new();

    /// <summary>The PUB socket.</summary>
    public PublishOptions Publish { get; set; } = new();

    /// <summary>The ROUTER socket.</summary>
    public ControlOptions Control { get; set; } = new();

    /// <summary>What survives a restart.</summary>
    public StateOptions State { get; set; } = new();

    /// <summary>What was published, on disk.</summary>
    public JournalStoreOptions Journal { get; set; } = new();

    /// <summary>The look back of consumers that join late.</summary>
    public HistoryOptions History { get; set; } = new();

    /// <summary>Health and metrics.</summary>
    public HttpOptions Http { get; set; } = new();

    /// <inheritdoc/>
    public RunOptions Run { get; set; } = new();
}
