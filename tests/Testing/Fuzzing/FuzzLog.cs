using System.IO.MemoryMappedFiles;

namespace Testing.Fuzzing;

/// <summary>
/// Remembers inputs of a fuzz test. The number of the one that is being read is in a mapped file, which outlives a
/// process that is killed by it; one with a finding is written to a file of its own.
/// </summary>
public sealed class FuzzLog : IDisposable
{
    private readonly string _name;
    private readonly MemoryMappedFile _file;
    private readonly MemoryMappedViewAccessor _last;

    /// <summary>Begins.</summary>
    /// <param name="name">Name of what is tested.</param>
    public FuzzLog(string name)
    {
        _name = name;
        Directory.CreateDirectory(Repository.PathOf(".run"));
        _file = MemoryMappedFile.CreateFromFile(
            Repository.PathOf(".run", $"fuzz-{name}.last"), FileMode.Create, null, sizeof(long));
        _last = _file.CreateViewAccessor();
    }

    /// <summary>Reads an input. An exception is a finding as any other.</summary>
    /// <param name="number">Number of the input.</param>
    /// <param name="bytes">The input.</param>
    /// <param name="what">What it is, in a message.</param>
    /// <param name="findFault">Reads it: what is wrong, null nothing.</param>
    /// <exception cref="InvalidOperationException">Something is wrong.</exception>
    public void Check(long number, byte[] bytes, string what, Func<byte[], string?> findFault)
    {
        _last.Write(0, number);
        string? fault;
        try
        {
            fault = findFault(bytes);
        }
        catch (Exception e)
        {
            fault = e.ToString();
        }

        if (fault is null)
            return;
        string file = Repository.PathOf(".run", $"fuzz-{_name}-{number}.bin");
        File.WriteAllBytes(file, bytes);
        throw new InvalidOperationException($"{what}, input {number}: {fault}. It is {file}.");
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _last.Dispose();
        _file.Dispose();
    }
}
