using FuncLibs.Blocks.Serialization;
using FuncLibs.Hosting.Formats;
using FuncLibs.Runtime.Diagnostics;
using HardwareConnector.Publishing;

namespace HardwareConnector.Formats;

/// <summary>
/// Tries a format on the last block of each stream before it is used: one that does not give it back is not, and its
/// code is compiled when the publish stage gets it.
/// </summary>
/// <param name="rigs">The streams.</param>
/// <param name="registry">The formats.</param>
/// <param name="maxPayloadBytes">Longest payload of a frame.</param>
/// <param name="held">Gets a thread that the format does not return from.</param>
internal sealed class FormatRehearsal(
    RigRegistry rigs, SerializerRegistry registry, int maxPayloadBytes, HeldThreads held)
{
    private const int Runs = 30;

    /// <summary>Tries a format.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="limit">How long a stream may take.</param>
    /// <param name="fault">Why it is not used, in one line; null when it is, or when it waits for a block.</param>
    /// <returns>The format; null with a fault, and for one of a plug-in as long as there is no block to try it with.
    /// </returns>
    public IBlockSerializer? Run(string name, TimeSpan limit, out string? fault)
    {
        fault = registry.Create(name) is null ? FormatRequest.Unknown(name, registry) : held.Fault;
        if (fault is not null)
            return null;
        FormatTrial trial = new(registry, name, maxPayloadBytes);
        bool isChecked = false;
        foreach (PublishedStream stream in rigs.All)
        {
            (bool any, fault) = RunWithin(limit, trial, stream);
            if (fault is not null)
                return null;
            isChecked |= any;
        }

        return isChecked || trial.Writer.ContentId < PlugInFormats.FirstContentId ? trial.Writer : null;
    }

    // On a thread of its own: one that the format holds is left behind.
    private (bool IsChecked, string? Fault) RunWithin(TimeSpan limit, FormatTrial trial, PublishedStream stream)
    {
        (bool, string?) result = default;
        Thread thread = new(() => result = Run(trial, stream)) { IsBackground = true, Name = "rehearsal" };
        thread.Start();
        if (thread.Join(limit))
            return result;
        held.Add(thread);
        return (true, $"format {trial.Writer.Name} is not used: it did not return from a block of {stream.Name} for "
            + $"{limit.TotalSeconds:0.#} s");
    }

    private (bool IsChecked, string? Fault) Run(FormatTrial trial, PublishedStream stream)
    {
        LastBlockReader last = new(registry);
        if (!last.TryRead(stream, out DecodeOutcome read) || !read.IsOk)
            return (false, null);
        try
        {
            for (int i = 0; i < Runs; i++)
            {
                (DecodeOutcome outcome, string? difference) = trial.Run(last.Block, out _);
                if (!outcome.IsOk || difference is not null)
                    return (true, $"format {trial.Writer.Name} is not used: a block of {stream.Name} came out changed "
                        + $"({difference ?? outcome.ToString()})");
            }

            return (true, null);
        }
        catch (Exception e) when (e is not AccessViolationException)
        {
            return (true, $"format {trial.Writer.Name} is not used: it failed on a block of {stream.Name} "
                + $"({OneLine.Format(e)})");
        }
    }
}
