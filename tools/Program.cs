using FuncLibs.Hosting.Configuration;
using FuncLibs.Hosting.Programs;
using Tools;

return await ToolsProgram.RunAsync(args, ConfigurationInputs.FromProcess(), ProcessStreams.FromProcess());
