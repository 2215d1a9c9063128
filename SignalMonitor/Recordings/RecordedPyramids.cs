using System.Globalization;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Files;
using SignalMonitor.Pyramids;

namespace SignalMonitor.Recordings;

/// <summary>The pyramids of a recording as files: listed, checked, made again.</summary>
internal static class RecordedPyramids
{
    private const string Building = ".building";

    /// <summary>The pyramids that there are, by journal and number of the stream.</summary>
    /// <param name="folder">Folder of the recording.</param>
    /// <param name="document">Its document.</param>
    public static IReadOnlyList<(string Journal, uint Stream, string Name)> List(
        string folder, RecordingDocument document)
    {
        string there = Path.Combine(folder, PyramidIdentity.FolderName);
        if (!Directory.Exists(there))
            return [];
        List<(string, uint, string)> found = [];
        foreach (RecordedPublisher publisher in document.Publishers)
        {
            string prefix = publisher.Folder + ".";
            foreach (string path in Directory.EnumerateFiles(there, prefix + "*" + PyramidIdentity.Ending))
            {
                string name = Path.GetFileNameWithoutExtension(path);
                if (name.StartsWith(prefix, StringComparison.Ordinal) && uint.TryParse(
                    name.AsSpan(prefix.Length), NumberStyles.None, CultureInfo.InvariantCulture, out uint stream))
                    found.Add((publisher.Folder, stream, name));
            }
        }

        found.Sort();
        return found;
    }

    /// <summary>What the pyramids of a recording are like.</summary>
    /// <param name="folder">Folder of the recording.</param>
    /// <param name="document">Its document.</param>
    /// <param name="verify">True: every byte is checked; false: the heads.</param>
    /// <param name="problems">Receives what is damaged.</param>
    public static IReadOnlyList<RecordedPyramid> Look(
        string folder, RecordingDocument document, bool verify, ICollection<string> problems)
    {
        var files = new DiskFiles(Path.Combine(folder, PyramidIdentity.FolderName));
        List<RecordedPyramid> all = [];
        foreach ((string journal, _, string name) in List(folder, document))
        {
            Guid publisher = document.Publishers.First(one => one.Folder == journal).Id;
            FileOutcome outcome = PyramidFile.Open(files, name, out PyramidFile? file);
            if (!outcome.IsOk)
            {
                problems.Add($"{outcome}; `recording repair` makes it again of the frames");
                continue;
            }

            using (file)
            {
                if (file!.Identity.Publisher != publisher)
                    problems.Add($"{name}{PyramidIdentity.Ending} is of another publisher, {file.Identity.Publisher}");
                if (verify)
                    file.Verify(problems, CancellationToken.None);
                else if (file.Damage is { } damage)
                    problems.Add($"{name}{PyramidIdentity.Ending}: {damage}");
                all.Add(new RecordedPyramid(
                    journal, file.Identity.Stream, file.Identity.Name, file.IsComplete, file.Chunks,
                    file.Columns().Count(), file.Bytes));
            }
        }

        return all;
    }

    /// <summary>
    /// Makes the pyramids again that are missing, damaged or not complete: channels from the frames, calculated
    /// channels by the definitions of the recording, from its first block on, as `export` has them.
    /// </summary>
    /// <param name="folder">Folder of the recording.</param>
    /// <param name="document">Its document.</param>
    /// <param name="note">Receives what was done, a line each.</param>
    /// <returns>False when one could not be made.</returns>
    public static bool Repair(string folder, RecordingDocument document, Action<string> note)
    {
        var files = new DiskFiles(Path.Combine(folder, PyramidIdentity.FolderName));
        bool isRepaired = true;
        foreach (RecordedPublisher publisher in document.Publishers)
        {
            if (Recording.Open(Path.Combine(folder, publisher.Folder), out Recording? frames) is { } fault)
            {
                note(fault);
                isRepaired = false;
                continue;
            }

            foreach (uint stream in frames!.Extents
                .Select(extent => extent.Stream).Where(FrameHeader.IsDataStream).Distinct())
            {
                string name = PyramidIdentity.NameOf(publisher.Folder, stream);
                (bool isSound, bool isComplete) = Check(files, name, publisher.Id);
                if (isComplete)
                    continue;
                PyramidIdentity identity = new(publisher.Id, stream, frames.NameOf(stream));
                string? left;
                FileOutcome outcome = isSound
                    ? Complete(files, name, identity, frames, null, out left)
                    : Build(files, name, identity, frames, folder, document, out left);
                note(outcome.IsOk
                    ? $"{name}{PyramidIdentity.Ending}: {(isSound ? "completed from" : "made of")} the frames"
                        + (left is null ? "" : $"; {left}")
                    : $"not made: {outcome}");
                isRepaired &= outcome.IsOk;
            }
        }

        return isRepaired;
    }

    private static (bool IsSound, bool IsComplete) Check(DiskFiles files, string name, Guid publisher)
    {
        if (!PyramidFile.Open(files, name, out PyramidFile? file).IsOk)
            return default;
        using (file)
        {
            List<string> problems = [];
            file!.Verify(problems, CancellationToken.None);
            bool isSound = problems.Count == 0 && file.Identity.Publisher == publisher;
            return (isSound, isSound && file.IsComplete);
        }
    }

    private static FileOutcome Complete(
        DiskFiles files,
        string name,
        PyramidIdentity identity,
        Recording frames,
        RecordedVariables? variables,
        out string? note)
    {
        note = null;
        FileOutcome outcome = PyramidWriter.Open(
            files, name, identity, reservedBytes: 0, out PyramidWriter? writer, out _);
        if (!outcome.IsOk)
            return outcome;
        using (writer)
        {
            outcome = PyramidMending.Mend(
                writer!,
                frames,
                identity.Stream,
                PyramidMending.Everything,
                variables,
                CancellationToken.None,
                out note);
            return outcome.IsOk ? writer!.Finish(isComplete: true) : outcome;
        }
    }

    // Beside the old one, which stays until the new one is whole.
    private static FileOutcome Build(
        DiskFiles files,
        string name,
        PyramidIdentity identity,
        Recording frames,
        string folder,
        RecordingDocument document,
        out string? note)
    {
        string building = name + Building;
        files.Delete(building + PyramidIdentity.Ending);
        files.Delete(building + PyramidIdentity.RowsEnding);
        FileOutcome outcome;
        using (RecordedVariables variables = new(
            RecordedDefinitions.Read(folder, document, []), frames, identity.Stream))
            outcome = Complete(files, building, identity, frames, variables, out note);
        if (outcome.IsOk)
            outcome = files.Rename(building + PyramidIdentity.Ending, name + PyramidIdentity.Ending);
        if (outcome.IsOk)
            outcome = files.Rename(building + PyramidIdentity.RowsEnding, name + PyramidIdentity.RowsEnding);
        return outcome.IsOk ? files.FlushFolder() : outcome;
    }
}

/// <summary>A pyramid of a recording.</summary>
/// <param name="Journal">Folder of the journal beside it.</param>
/// <param name="Stream">Number of the stream.</param>
/// <param name="Name">Name of the stream.</param>
/// <param name="Complete">True when every frame of the recording is in.</param>
/// <param name="Chunks">Chunks of all levels.</param>
/// <param name="Columns">Columns.</param>
/// <param name="Bytes">Bytes of its files.</param>
internal sealed record RecordedPyramid(
    string Journal, uint Stream, string Name, bool Complete, int Chunks, int Columns, long Bytes);
