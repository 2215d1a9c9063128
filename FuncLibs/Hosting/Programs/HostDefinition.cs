using FuncLibs.Hosting.Configuration;
using FuncLibs.Hosting.Summaries;
using Microsoft.Extensions.Hosting;

namespace FuncLibs.Hosting.Programs;

/// <summary>A host as a list of parts. The verbs `run` (default), `check` and `config` are built in.</summary>
/// <typeparam name="TOptions">Its root option class; the defaults are those of a new object.</typeparam>
public sealed class HostDefinition<TOptions>
    where TOptions : class, IHostOptions, new()
{
    /// <summary>Name of the program, for help, logs and files.</summary>
    public required string Name { get; init; }

    /// <summary>Builds the host of the verb `run`; must call <see cref="HostParts{TOptions}.AddTo"/> first.</summary>
    public required Func<HostParts<TOptions>, IHost> Build { get; init; }

    /// <summary>
    /// The state folder in the options; null = the host keeps no state. It is locked before the host is built.
    /// </summary>
    public Func<TOptions, string?> StateFolder { get; init; } = _ => null;

    /// <summary>Short keys.</summary>
    public KeyAliases Aliases { get; init; } = new();

    /// <summary>Checks of the options, one for each concern.</summary>
    public IReadOnlyList<IOptionsCheck<TOptions>> Checks { get; init; } = [];

    /// <summary>Verbs beyond the built-in ones.</summary>
    public IReadOnlyList<HostVerb<TOptions>> Verbs { get; init; } = [];

    /// <summary>Verbs that this program had, in lower case, and the command that does their work now.</summary>
    public IReadOnlyDictionary<string, string> MovedVerbs { get; init; } = new Dictionary<string, string>();
}

/// <summary>Common part of the root option class of every host.</summary>
public interface IHostOptions
{
    /// <summary>Section `Run`.</summary>
    RunOptions Run { get; }
}
