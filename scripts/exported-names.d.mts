export declare function listExportedNames(folder: string): Record<string, string[]>
