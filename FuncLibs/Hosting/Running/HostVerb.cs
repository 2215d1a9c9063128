namespace FuncLibs.Hosting.Running;

/// <summary>A verb of a host.</summary>
/// <typeparam name="TOptions">The root option class of the host.</typeparam>
/// <param name="Name">The word, in lower case.</param>
/// <param name="Meaning">One line for the help text.</param>
/// <param name="RunAsync">Does it; returns the exit code.</param>
public sealed record HostVerb<TOptions>(string Name, string Meaning, Func<VerbContext<TOptions>, Task<int>> RunAsync)
    where TOptions : class, IHostOptions, new()
{
    /// <summary>Class of options that only this verb has; null = none.</summary>
    public Type? ExtraOptions { get; init; }

    /// <summary>Key of the option that a bare word behind the verb stands for (`inspect FILE`); null = the verb takes none.</summary>
    public string? Argument { get; init; }

    /// <summary>Key of the option that a second bare word stands for (`signals set NAME`); null = the verb takes none.</summary>
    public string? NextArgument { get; init; }

    /// <summary>Keys of the yes-or-no options that may stand without a value: `--json`, with dashes between words `--as-live`.</summary>
    public IReadOnlyList<string> Flags { get; init; } = [];

    /// <summary>Sections of the program's options that the verb reads, for its help page; null = all of them.</summary>
    public IReadOnlyList<string>? ProgramSections { get; init; }

    /// <summary>Keys of the options with a value that may be written with dashes between words: `--min-recall 0.9`.</summary>
    public IReadOnlyList<string> DashedKeys { get; init; } = [];
}
