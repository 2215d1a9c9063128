namespace FuncLibs.Hosting.Running;

/// <summary>The standard streams of the process; a test puts its own in.</summary>
/// <param name="Input">Standard input; read only by a supervised process, to see it close.</param>
/// <param name="Output">Standard output: results, `listening` lines.</param>
/// <param name="Error">Standard error: faults; logs go there too.</param>
public sealed record ProcessStreams(Stream Input, TextWriter Output, TextWriter Error)
{
    /// <summary>Those of the process.</summary>
    public static ProcessStreams OfProcess() => new(Console.OpenStandardInput(), Console.Out, Console.Error);
}
